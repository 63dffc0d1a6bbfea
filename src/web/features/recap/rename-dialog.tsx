import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { LIMITS } from '#shared/constants.ts'
import { updateVideo } from '#shared/creator-videos.ts'
import { codePoints } from '#shared/fields.ts'
import type { Video } from '#shared/videos.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type RenameDialogProps = { recording: Video; onClose: () => void; onRenamed: () => void }

/** Changes the title of a recording. */
export function RenameDialog({ recording, onClose, onRenamed }: RenameDialogProps) {
  const t = useTranslations('recap')
  const errorText = useErrorText()
  const formId = useId()
  const [title, setTitle] = useState(recording.title)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(updateVideo, { params: { id: recording.id }, body: { title } }),
    onSuccess: () => {
      onRenamed()
      onClose()
    },
  })
  const isEmpty = title.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="narrow"
      title={t('renameTitle')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="action" disabled={isEmpty} pending={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Field
          label={t('name')}
          count={codePoints(title)}
          max={LIMITS.videoTitle}
          error={error ? errorText(error) : undefined}
        >
          <Input dir="auto" value={title} onChange={({ currentTarget }) => setTitle(currentTarget.value)} />
        </Field>
      </form>
    </Dialog>
  )
}

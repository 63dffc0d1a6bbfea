import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { LIMITS } from '#shared/constants.ts'
import { updateVideo } from '#shared/videos/creator-videos.ts'
import { lineLength } from '#shared/fields.ts'
import type { Video } from '#shared/videos/videos.ts'
import { isVisible } from '#shared/text/visible.ts'
import { call } from '#web/api/call.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'

type RenameDialogProps = { recording: Video; onClose: () => void; onRenamed: () => void }

/** Changes the title of a recording. */
export function RenameDialog({ recording, onClose, onRenamed }: RenameDialogProps) {
  const t = useTranslations('recap')
  const errorText = useErrorText()
  const [title, setTitle] = useState(recording.title)
  const length = lineLength(title)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(updateVideo, { params: { id: recording.id }, body: { title } }),
    onSuccess: () => {
      onRenamed()
      onClose()
    },
  })
  return (
    <FormDialog
      size="narrow"
      title={t('renameTitle')}
      submit={t('save')}
      isPending={isPending}
      canSubmit={isVisible(title) && length <= LIMITS.videoTitle}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Field
        label={t('name')}
        count={length}
        max={LIMITS.videoTitle}
        error={error ? errorText(error) : undefined}
      >
        <Input dir="auto" value={title} onChange={({ currentTarget }) => setTitle(currentTarget.value)} />
      </Field>
    </FormDialog>
  )
}

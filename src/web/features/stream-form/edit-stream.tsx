import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { type Stream, updateStream } from '#shared/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/lib/forms/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { streamStore } from '#web/streams/stream-stores.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { type StreamChange, getChangedFields } from './stream-change.ts'
import { Information, Schedule, Settings, Thumbnail } from './stream-fields.tsx'
import {
  STREAM_FIELDS,
  type StreamFormState,
  type StreamFormValues,
  type StreamValues,
  streamValues,
  toFormValues,
} from './stream-values.ts'

type EditStreamProps = { stream: Stream; open: boolean; onOpenChange: (open: boolean) => void }

/** A dialog to edit a stream, also while it is live; viewers see the change immediately. */
export function EditStream({ stream, open, onOpenChange }: EditStreamProps) {
  const t = useTranslations('streamEdit')
  const formId = useId()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (body: StreamChange) => call(updateStream, { params: { id: stream.id }, body }),
  })
  const save = async (change: StreamChange) => {
    if (Object.keys(change).length > 0) {
      const { title, description, category, thumbnailUrl, settings, scheduledFor } = await mutateAsync(change)
      const data = { title, description, category, thumbnailUrl, settings, scheduledFor }
      streamStore(stream.id).apply({ type: 'stream_updated', streamId: stream.id, data })
      toast({ title: t('saved') })
    }
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('edit')}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="action" pending={isPending} pendingText={t('saving')}>
            {t('save')}
          </Button>
        </>
      }
    >
      <EditForm id={formId} stream={stream} save={save} />
    </Dialog>
  )
}

type EditFormProps = { id: string; stream: Stream; save: (change: StreamChange) => Promise<void> }

function EditForm({ id, stream, save }: EditFormProps) {
  const t = useTranslations('streamEdit')
  // Compares with the values at opening, so that concurrent changes to other fields are not overwritten.
  const [initial] = useState(stream)
  const [isImageRemoved, setIsImageRemoved] = useState(false)
  const form: StreamFormState = useForm<StreamFormValues, unknown, StreamValues>({
    resolver: zodResolver(streamValues, { error: useFieldText() }),
    defaultValues: toFormValues(initial),
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(getChangedFields(initial, values, isImageRemoved))
    } catch (error) {
      const isShownAtField = showFieldErrors(form, STREAM_FIELDS, error)
      if (!isShownAtField)
        toast({ variant: 'destructive', title: t('failed'), description: apiText(error) ?? t('failedText') })
    }
  })
  return (
    <form id={id} onSubmit={(event) => void submit(event)} noValidate className="grid gap-8">
      <Information form={form} />
      <Schedule form={form} />
      <Settings form={form} />
      <Thumbnail form={form} current={isImageRemoved ? null : initial.thumbnailUrl}>
        {initial.thumbnailUrl && (
          <SwitchRow
            label={t('removePicture')}
            checked={isImageRemoved}
            onCheckedChange={setIsImageRemoved}
          />
        )}
      </Thumbnail>
    </form>
  )
}

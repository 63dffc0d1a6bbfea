import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { type Stream, updateStream } from '#shared/live/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { streamStore } from '#web/features/live/shared/streams/stream-stores.ts'
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

/**
 * A dialog to edit a stream, also while it is live; viewers see the change immediately. Closing it keeps the input
 * until the page is left; saving and 'Cancel' discard it.
 */
export function EditStream({ stream, open, onOpenChange }: EditStreamProps) {
  const t = useTranslations('streamEdit')
  const formId = useId()
  const edit = useStreamEdit(stream, open)
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (body: StreamChange) => call(updateStream, { params: { id: stream.id }, body }),
  })
  const discard = () => {
    edit.discard()
    onOpenChange(false)
  }
  const save = async (change: StreamChange) => {
    if (Object.keys(change).length > 0) {
      const { title, description, category, thumbnailUrl, settings, scheduledFor } = await mutateAsync(change)
      const data = { title, description, category, thumbnailUrl, settings, scheduledFor }
      streamStore(stream.id).apply({ type: 'stream_updated', streamId: stream.id, data })
      toast({ title: t('saved') })
    }
    discard()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('edit')}
      footer={
        <>
          <Button variant="ghost" onClick={discard}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="action" pending={isPending} pendingText={t('saving')}>
            {t('save')}
          </Button>
        </>
      }
    >
      <EditForm id={formId} edit={edit} save={save} />
    </Dialog>
  )
}

type StreamEdit = {
  form: StreamFormState
  /** The stream before the input: concurrent changes of other fields are not overwritten. */
  initial: Stream
  isImageRemoved: boolean
  setIsImageRemoved: (isRemoved: boolean) => void
  discard: () => void
}

/** The input of the dialog; without input a closed dialog follows the stream. */
function useStreamEdit(stream: Stream, isOpen: boolean): StreamEdit {
  const [initial, setInitial] = useState(stream)
  const [isImageRemoved, setIsImageRemoved] = useState(false)
  const form: StreamFormState = useForm<StreamFormValues, unknown, StreamValues>({
    resolver: zodResolver(streamValues, { error: useFieldText() }),
    values: toFormValues(initial),
  })
  const { reset, formState } = form
  const hasInput = formState.isDirty || isImageRemoved
  if (!isOpen && !hasInput && initial !== stream) setInitial(stream)
  const discard = () => {
    setIsImageRemoved(false)
    reset()
  }
  return { form, initial, isImageRemoved, setIsImageRemoved, discard }
}

type EditFormProps = { id: string; edit: StreamEdit; save: (change: StreamChange) => Promise<void> }

function EditForm({ id, edit, save }: EditFormProps) {
  const t = useTranslations('streamEdit')
  const { form, initial, isImageRemoved, setIsImageRemoved } = edit
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

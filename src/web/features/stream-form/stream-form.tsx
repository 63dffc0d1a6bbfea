import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { type Stream, createStream } from '#shared/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useFieldText } from '#web/lib/use-field-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { fromLocalTime } from './local-time.ts'
import { Information, Schedule, Settings, Thumbnail } from './stream-fields.tsx'
import {
  EMPTY_STREAM,
  STREAM_FIELDS,
  type StreamFormValues,
  type StreamValues,
  streamValues,
} from './stream-values.ts'

type StreamFormProps = { onCreated: (stream: Stream) => void; onCancel: () => void }

/** Everything a new stream needs; what is wrong stands at its field, and nothing typed is lost. */
export function StreamForm({ onCreated, onCancel }: StreamFormProps) {
  const t = useTranslations('streamForm')
  const form = useForm<StreamFormValues, unknown, StreamValues>({
    resolver: zodResolver(streamValues, { error: useFieldText() }),
    defaultValues: EMPTY_STREAM,
  })
  const { isPending, mutate } = useMutation({
    mutationFn: (values: StreamValues) => call(createStream, { body: bodyOf(values) }),
    onSuccess: (stream) => {
      toast({ title: t('created'), description: t('createdText') })
      onCreated(stream)
    },
    onError: (error) => {
      showFieldErrors(form, STREAM_FIELDS, error)
      toast({ variant: 'destructive', title: t('failed'), description: apiText(error) ?? t('failedText') })
    },
  })
  const submit = form.handleSubmit(
    (stream) => mutate(stream),
    () => {
      const { title, category } = form.getValues()
      if (title.trim() !== '' && category !== '') return
      toast({ variant: 'destructive', title: t('missing'), description: t('missingText') })
    },
  )
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8"
    >
      <Information form={form} />
      <Thumbnail form={form} />
      <Schedule form={form} />
      <Settings form={form} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="action" pending={isPending} pendingText={t('creating')}>
          {t('create')}
        </Button>
      </div>
    </form>
  )
}

function bodyOf({ thumbnailUrl, scheduledFor: local, ...stream }: StreamValues) {
  const scheduledFor = fromLocalTime(local)
  return {
    ...stream,
    thumbnailUrl: thumbnailUrl || null,
    isLive: false,
    ...(scheduledFor && { scheduledFor }),
  } as const
}

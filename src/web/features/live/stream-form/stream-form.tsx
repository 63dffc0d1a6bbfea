import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { type Stream, createStream } from '#shared/live/streams.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useFieldText } from '#web/lib/forms/use-field-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { fromLocalTime } from '#web/lib/format/local-time.ts'
import { clearStreamDraft, readStreamDraft, useStreamDraft } from './stream-draft.ts'
import { Information, Schedule, Settings, Thumbnail } from './stream-fields.tsx'
import {
  EMPTY_STREAM,
  STREAM_FIELDS,
  type StreamFormValues,
  type StreamValues,
  streamValues,
} from './stream-values.ts'

type StreamFormProps = { userId: string; onCreated: (stream: Stream) => void; onCancel: () => void }

/**
 * The form of a new stream. Errors are shown at their fields. The input is stored as a draft in this tab until the stream
 * is created.
 */
export function StreamForm({ userId, onCreated, onCancel }: StreamFormProps) {
  const t = useTranslations('streamForm')
  const [draft, setDraft] = useState(() => readStreamDraft(userId))
  const form = useForm<StreamFormValues, unknown, StreamValues>({
    resolver: zodResolver(streamValues, { error: useFieldText() }),
    defaultValues: draft ?? EMPTY_STREAM,
  })
  useStreamDraft(form, userId)
  const showFailure = useFailureToast()
  const { isPending, mutate } = useMutation({
    mutationFn: (values: StreamValues) => call(createStream, { body: toRequestBody(values) }),
    onSuccess: (stream) => {
      clearStreamDraft(userId)
      toast({ title: t('created'), description: t('createdText') })
      onCreated(stream)
    },
    onError: (error) => {
      showFieldErrors(form, STREAM_FIELDS, error)
      showFailure(error, { title: t('failed'), description: apiText(error) ?? t('failedText') })
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
  const startOver = () => {
    form.reset(EMPTY_STREAM, { keepFieldsRef: true })
    clearStreamDraft(userId)
    setDraft(null)
    form.setFocus('title')
  }
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8"
    >
      {draft && <RestoredDraft onStartOver={startOver} />}
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

function RestoredDraft({ onStartOver }: { onStartOver: () => void }) {
  const t = useTranslations('streamForm')
  return (
    <div className="flex items-center gap-2 rounded-control bg-sunken py-1 ps-4 pe-1 text-small text-ink-2">
      <p className="min-w-0 flex-1">{t('restored')}</p>
      <Button variant="ghost" onClick={onStartOver}>
        {t('startOver')}
      </Button>
    </div>
  )
}

function toRequestBody({ thumbnailUrl, scheduledFor: local, ...stream }: StreamValues) {
  const scheduledFor = fromLocalTime(local)
  return {
    ...stream,
    thumbnailUrl: thumbnailUrl || null,
    isLive: false,
    ...(scheduledFor && { scheduledFor }),
  } as const
}

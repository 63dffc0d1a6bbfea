import type { ReactNode } from 'react'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import * as z from 'zod/mini'
import { LIMITS, STREAM_CATEGORIES } from '#shared/constants.ts'
import { codePoints, text } from '#shared/fields.ts'
import {
  type Stream,
  createStream,
  streamCategory,
  streamInput,
  stream as streamSchema,
} from '#shared/streams.ts'
import { pictureAddress } from '#shared/thumbnails.ts'
import { apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { showFieldErrors } from '#web/lib/field-errors.ts'
import { useFieldText } from '#web/lib/use-field-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Select, Textarea } from '#web/ui/input.tsx'
import { SwitchRow } from '#web/ui/switch-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { ThumbnailPreview } from './thumbnail-preview.tsx'

/** The contract's stream, with the empty texts that a form begins with. */
const newStream = z.extend(z.omit(streamInput, { isLive: true }), {
  // Nothing is chosen at first.
  category: z.pipe(z.string(), streamCategory),
  description: text(LIMITS.streamDescription),
  thumbnailUrl: z.union([z.literal(''), pictureAddress]),
  settings: streamSchema.shape.settings,
})
type NewStream = z.output<typeof newStream>
type Values = z.input<typeof newStream>

const EMPTY = {
  title: '',
  category: '',
  description: '',
  thumbnailUrl: '',
  settings: { isPublic: true, allowChat: true, recordStream: false },
} satisfies Values
const FIELDS = ['title', 'category', 'description', 'thumbnailUrl'] as const

type StreamFormProps = { onCreated: (stream: Stream) => void; onCancel: () => void }
type Form = UseFormReturn<Values, unknown, NewStream>

/** Everything a new stream needs; what is wrong stands at its field, and nothing typed is lost. */
export function StreamForm({ onCreated, onCancel }: StreamFormProps) {
  const t = useTranslations('streamForm')
  const form: Form = useForm<Values, unknown, NewStream>({
    resolver: zodResolver(newStream, { error: useFieldText() }),
    defaultValues: EMPTY,
  })
  const { isPending, mutate } = useMutation({
    mutationFn: ({ thumbnailUrl, ...stream }: NewStream) =>
      call(createStream, { body: { ...stream, thumbnailUrl: thumbnailUrl || null, isLive: false } }),
    onSuccess: (stream) => {
      toast({ title: t('created'), description: t('createdText') })
      onCreated(stream)
    },
    onError: (error) => {
      showFieldErrors(form, FIELDS, error)
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

type PartProps = { form: Form }

function Information({ form: { register, control, formState } }: PartProps) {
  const t = useTranslations('streamForm')
  const [title, description] = useWatch({ control, name: ['title', 'description'] })
  return (
    <Section title={t('information')}>
      <Field
        label={t('title')}
        count={codePoints(title)}
        max={LIMITS.streamTitle}
        error={formState.errors.title?.message}
      >
        <Input dir="auto" placeholder={t('titleHint')} {...register('title')} />
      </Field>
      <Field label={t('category')} error={formState.errors.category?.message}>
        <Select {...register('category')}>
          <option value="">{t('chooseCategory')}</option>
          {STREAM_CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('description')}
        optional
        count={codePoints(description)}
        max={LIMITS.streamDescription}
        error={formState.errors.description?.message}
      >
        <Textarea dir="auto" rows={4} {...register('description')} />
      </Field>
    </Section>
  )
}

function Thumbnail({ form: { register, control, formState } }: PartProps) {
  const t = useTranslations('streamForm')
  const url = useWatch({ control, name: 'thumbnailUrl' })
  return (
    <Section title={t('thumbnail')}>
      <Field
        label={t('thumbnailUrl')}
        optional
        hint={t('thumbnailHint')}
        error={formState.errors.thumbnailUrl?.message}
      >
        <Input type="url" inputMode="url" dir="ltr" placeholder="https://" {...register('thumbnailUrl')} />
      </Field>
      <ThumbnailPreview url={url.trim()} />
    </Section>
  )
}

function Settings({ form: { control, setValue } }: PartProps) {
  const t = useTranslations('streamForm')
  const [isPublic, allowChat, recordStream] = useWatch({
    control,
    name: ['settings.isPublic', 'settings.allowChat', 'settings.recordStream'],
  })
  return (
    <Section title={t('settings')}>
      <SwitchRow
        label={t('isPublic')}
        hint={t('isPublicHint')}
        checked={isPublic}
        onCheckedChange={(checked) => setValue('settings.isPublic', checked)}
      />
      <SwitchRow
        label={t('allowChat')}
        hint={t('allowChatHint')}
        checked={allowChat}
        onCheckedChange={(checked) => setValue('settings.allowChat', checked)}
      />
      <SwitchRow
        label={t('recordStream')}
        hint={t('recordStreamHint')}
        checked={recordStream}
        onCheckedChange={(checked) => setValue('settings.recordStream', checked)}
      />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="font-display text-section font-extrabold">{title}</h2>
      {children}
    </section>
  )
}

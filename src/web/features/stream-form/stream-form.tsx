import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LIMITS, STREAM_CATEGORIES } from '#shared/constants.ts'
import { codePoints } from '#shared/fields.ts'
import { type Stream, createStream, streamCategory } from '#shared/streams.ts'
import { ApiError, apiText } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Select, Textarea } from '#web/ui/input.tsx'
import { SwitchRow } from '#web/ui/switch-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { ThumbnailPreview } from './thumbnail-preview.tsx'

type Values = {
  title: string
  category: string
  description: string
  thumbnailUrl: string
  isPublic: boolean
  allowChat: boolean
  recordStream: boolean
}

const EMPTY: Values = {
  title: '',
  category: '',
  description: '',
  thumbnailUrl: '',
  isPublic: true,
  allowChat: true,
  recordStream: false,
}

type StreamFormProps = { onCreated: (stream: Stream) => void; onCancel: () => void }

/** Everything a new stream needs; what the server refuses stands at its field, and nothing typed is lost. */
export function StreamForm({ onCreated, onCancel }: StreamFormProps) {
  const t = useTranslations('streamForm')
  const form = useForm<Values>({ defaultValues: EMPTY })
  const { isPending, mutate } = useMutation({
    mutationFn: create,
    onSuccess: (stream) => {
      toast({ title: t('created'), description: t('createdText') })
      onCreated(stream)
    },
    onError: (error) => {
      if (error instanceof ApiError) {
        for (const { path, message } of error.fields) if (isField(path)) form.setError(path, { message })
      }
      toast({ variant: 'destructive', title: t('failed'), description: apiText(error) ?? t('failedText') })
    },
  })
  const submit = form.handleSubmit((values) => {
    if (values.title.trim() !== '' && values.category !== '') return mutate(values)
    toast({ variant: 'destructive', title: t('missing'), description: t('missingText') })
    form.setFocus(values.title.trim() === '' ? 'title' : 'category')
  })
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

type PartProps = { form: ReturnType<typeof useForm<Values>> }

function Information({ form: { register, control, formState } }: PartProps) {
  const t = useTranslations('streamForm')
  const [title, description] = useWatch({ control, name: ['title', 'description'] })
  const tooLong = (max: number) => (value: string) =>
    codePoints(value.trim()) <= max || t('tooLong', { max: String(max) })
  return (
    <Section title={t('information')}>
      <Field
        label={t('title')}
        count={codePoints(title)}
        max={LIMITS.streamTitle}
        error={formState.errors.title?.message}
      >
        <Input
          dir="auto"
          placeholder={t('titleHint')}
          {...register('title', { validate: tooLong(LIMITS.streamTitle) })}
        />
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
        <Textarea
          dir="auto"
          rows={4}
          {...register('description', { validate: tooLong(LIMITS.streamDescription) })}
        />
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
    name: ['isPublic', 'allowChat', 'recordStream'],
  })
  return (
    <Section title={t('settings')}>
      <SwitchRow
        label={t('isPublic')}
        hint={t('isPublicHint')}
        checked={isPublic}
        onCheckedChange={(checked) => setValue('isPublic', checked)}
      />
      <SwitchRow
        label={t('allowChat')}
        hint={t('allowChatHint')}
        checked={allowChat}
        onCheckedChange={(checked) => setValue('allowChat', checked)}
      />
      <SwitchRow
        label={t('recordStream')}
        hint={t('recordStreamHint')}
        checked={recordStream}
        onCheckedChange={(checked) => setValue('recordStream', checked)}
      />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="font-display text-section font-extrabold">{title}</h2>
      {children}
    </section>
  )
}

function create(values: Values): Promise<Stream> {
  const { title, category, description, thumbnailUrl, ...settings } = values
  return call(createStream, {
    body: {
      title,
      category: streamCategory.parse(category),
      description,
      thumbnailUrl: thumbnailUrl.trim() || null,
      isLive: false,
      settings,
    },
  })
}

function isField(path: string): path is keyof Values {
  return path in EMPTY
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { LIMITS, STREAM_CATEGORIES } from '#shared/constants.ts'
import { lineLength, textLength } from '#shared/fields.ts'
import { MAX_DAYS_AHEAD, MAX_TIP_GOAL } from '#shared/live/streams.ts'
import { uploadedThumbnail } from '#shared/media/thumbnails.ts'
import { deviceTimeZone, timeZoneName } from '#web/lib/format/time-zone.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select, Textarea } from '#web/ui/forms/input.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { toLocalTime } from '#web/lib/format/local-time.ts'
import type { StreamFormState } from './stream-values.ts'
import { OwnThumbnail } from './own-thumbnail.tsx'
import { ThumbnailPreview } from './thumbnail-preview.tsx'

type SectionFieldsProps = { form: StreamFormState }

export function Information({ form: { register, control, formState } }: SectionFieldsProps) {
  const t = useTranslations('streamForm')
  const [title, description] = useWatch({ control, name: ['title', 'description'] })
  return (
    <Section title={t('information')}>
      <Field
        label={t('title')}
        count={lineLength(title)}
        max={LIMITS.streamTitle}
        error={formState.errors.title?.message}
      >
        <Input dir="auto" placeholder={t('titleHint')} {...register('title')} />
      </Field>
      <Field label={t('category')} error={formState.errors.category?.message}>
        <Select defaultValue={formState.defaultValues?.category ?? ''} {...register('category')}>
          <option value="">{t('chooseCategory')}</option>
          {STREAM_CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Field
        label={t('description')}
        optional
        count={textLength(description)}
        max={LIMITS.streamDescription}
        error={formState.errors.description?.message}
      >
        <Textarea dir="auto" rows={4} {...register('description')} />
      </Field>
    </Section>
  )
}

type ThumbnailProps = SectionFieldsProps & {
  /** URL of the current thumbnail. */
  current?: string | null
  children?: ReactNode
}

export function Thumbnail({ form, current, children }: ThumbnailProps) {
  const { register, control, formState, setValue } = form
  const t = useTranslations('streamForm')
  const url = useWatch({ control, name: 'thumbnailUrl' })
  const isUploaded = uploadedThumbnail.safeParse(url).success
  const error = formState.errors.thumbnailUrl?.message
  const setUrl = (value: string) =>
    setValue('thumbnailUrl', value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <Section title={t('thumbnail')}>
      {!isUploaded && (
        <Field
          label={t('thumbnailUrl')}
          optional
          hint={current ? t('thumbnailKept') : t('thumbnailHint')}
          error={error}
        >
          <Input type="url" inputMode="url" dir="ltr" placeholder="https://" {...register('thumbnailUrl')} />
        </Field>
      )}
      <OwnThumbnail isUploaded={isUploaded} onUrl={setUrl} />
      {isUploaded && error && <Alert>{error}</Alert>}
      <ThumbnailPreview url={url.trim()} current={current ?? null} />
      {children}
    </Section>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The announced start in this device's time zone, with the name of the zone. */
export function Schedule({ form: { register, formState } }: SectionFieldsProps) {
  const t = useTranslations('streamForm')
  const locale = useLocale()
  const [now] = useState(() => new Date())
  const timeZone = deviceTimeZone()
  const zone = timeZoneName(now, { locale, timeZone, style: 'long' })
  return (
    <Section title={t('schedule')}>
      <Field
        label={t('scheduledFor')}
        optional
        hint={t('scheduleHint', { zone })}
        error={formState.errors.scheduledFor?.message}
        className="grid-cols-[minmax(0,1fr)] md:max-w-80"
      >
        <Input
          type="datetime-local"
          min={toLocalTime(now)}
          max={toLocalTime(new Date(now.getTime() + MAX_DAYS_AHEAD * DAY_MS))}
          {...register('scheduledFor')}
        />
      </Field>
    </Section>
  )
}

export function Settings({ form: { control, setValue, register, formState } }: SectionFieldsProps) {
  const t = useTranslations('streamForm')
  const [isPublic, allowChat, recordStream, publishRecording] = useWatch({
    control,
    name: ['settings.isPublic', 'settings.allowChat', 'settings.recordStream', 'settings.publishRecording'],
  })
  return (
    <Section title={t('settings')}>
      <SwitchRow
        label={t('isPublic')}
        hint={t('isPublicHint')}
        checked={isPublic}
        onCheckedChange={(checked) => setValue('settings.isPublic', checked, { shouldDirty: true })}
      />
      <SwitchRow
        label={t('allowChat')}
        hint={t('allowChatHint')}
        checked={allowChat}
        onCheckedChange={(checked) => setValue('settings.allowChat', checked, { shouldDirty: true })}
      />
      <SwitchRow
        label={t('recordStream')}
        hint={t('recordStreamHint')}
        checked={recordStream}
        onCheckedChange={(checked) => setValue('settings.recordStream', checked, { shouldDirty: true })}
      />
      {recordStream && (
        <SwitchRow
          label={t('publishRecording')}
          hint={t(isPublic ? 'publishRecordingHint' : 'publishPrivateHint')}
          checked={publishRecording}
          onCheckedChange={(checked) => setValue('settings.publishRecording', checked, { shouldDirty: true })}
        />
      )}
      <Field
        label={t('tipGoal')}
        optional
        hint={t('tipGoalHint')}
        error={formState.errors.settings?.tipGoal && t('tipGoalWrong', { max: MAX_TIP_GOAL })}
        className="md:max-w-80"
      >
        <Input inputMode="numeric" dir="ltr" autoComplete="off" {...register('settings.tipGoal')} />
      </Field>
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

import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { MAX_DAYS_AHEAD } from '#shared/live/streams.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { fromLocalTime, toLocalTime } from '#web/lib/format/local-time.ts'
import { deviceTimeZone, timeZoneName } from '#web/lib/format/time-zone.ts'
import { ProLink } from '#web/features/money/shared/creator-pro/pro-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { PublishMoment } from './publish-moment.tsx'
import type { VideoForm } from './video-values.ts'

/**
 * When a draft is published by itself, in this device's time zone. Without Creator Pro a time that was chosen before is shown
 * and can be removed.
 */
export function PublishTime({ form }: { form: VideoForm }) {
  const t = useTranslations('videoDetails')
  const isPro = useCurrentUser()?.isPremium === true
  const [isPublic, publishAt] = useWatch({ control: form.control, name: ['isPublic', 'publishAt'] })
  const remove = () =>
    form.setValue('publishAt', '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  if (!isPublic) return isPro ? <Note>{t('publishAtPrivate')}</Note> : null
  if (isPro) return <TimeField form={form} isSet={publishAt !== ''} onRemove={remove} />
  const chosenAt = fromLocalTime(publishAt)
  if (chosenAt === null) return <ProLink className="justify-self-start">{t('publishAtPro')}</ProLink>
  return (
    <div className="grid justify-items-start gap-2">
      <Note>
        <PublishMoment at={chosenAt} /> {t('publishAtKept')}
      </Note>
      <Button size="sm" onClick={remove}>
        {t('removePublishAt')}
      </Button>
    </div>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="text-meta text-ink-3">{children}</p>

const DAY_MS = 24 * 60 * 60 * 1000

type TimeFieldProps = { form: VideoForm; isSet: boolean; onRemove: () => void }

function TimeField({ form: { register, formState }, isSet, onRemove }: TimeFieldProps) {
  const t = useTranslations('videoDetails')
  const locale = useLocale()
  const [now] = useState(() => new Date())
  const zone = timeZoneName(now, { locale, timeZone: deviceTimeZone(), style: 'long' })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <Field
        label={t('publishAt')}
        optional
        hint={t('publishAtHint', { zone })}
        error={formState.errors.publishAt?.message}
        className="w-full grid-cols-[minmax(0,1fr)] md:max-w-80"
      >
        <Input
          type="datetime-local"
          min={toLocalTime(now)}
          max={toLocalTime(new Date(now.getTime() + MAX_DAYS_AHEAD * DAY_MS))}
          {...register('publishAt')}
        />
      </Field>
      {isSet && (
        <Button size="sm" onClick={onRemove}>
          {t('removePublishAt')}
        </Button>
      )}
    </div>
  )
}

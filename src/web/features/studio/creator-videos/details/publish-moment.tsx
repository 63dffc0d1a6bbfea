import { useFormatter, useTranslations } from 'use-intl/react'

/** 'Publishes Nov 21, 2025, 7:04 PM GMT+1': when a draft is published by itself (ISO 8601), in this device's time zone. */
export function PublishMoment({ at }: { at: string }) {
  const t = useTranslations('videos')
  const format = useFormatter()
  return (
    <time dateTime={at} className="num">
      {t('publishes', { when: format.dateTime(new Date(at), 'zonedTimestamp') })}
    </time>
  )
}

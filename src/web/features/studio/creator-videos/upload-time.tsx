import { useFormatter, useNow, useTranslations } from 'use-intl/react'
import { timeDistance } from './time-distance.ts'

const MINUTE_MS = 60_000

/** When a video was uploaded (ISO 8601), as 'about 1 hour ago', kept current. */
export function UploadTime({ at }: { at: string }) {
  const t = useTranslations('videos')
  const format = useFormatter()
  const now = useNow({ updateInterval: MINUTE_MS })
  const date = new Date(at)
  return (
    <time dateTime={at} title={format.dateTime(date, 'timestamp')}>
      {t('ago', timeDistance(date, now))}
    </time>
  )
}

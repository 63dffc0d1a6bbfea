import { useFormatter, useTranslations } from 'use-intl/react'
import { timeDistance } from './time-distance.ts'

/** When a video was uploaded (ISO 8601), as 'about 1 hour ago'. */
export function UploadTime({ at }: { at: string }) {
  const t = useTranslations('videos')
  const format = useFormatter()
  const date = new Date(at)
  return (
    <time dateTime={at} title={format.dateTime(date, 'timestamp')}>
      {t('ago', timeDistance(date, new Date()))}
    </time>
  )
}

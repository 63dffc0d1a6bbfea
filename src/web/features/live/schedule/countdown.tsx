import { useTranslations } from 'use-intl/react'
import { CLOCK_MS } from '#shared/constants.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'

/** The remaining time until `until`, with seconds in the last hour. Not a live region, so not announced. */
export function Countdown({ until }: { until: string }) {
  const t = useTranslations('schedule')
  const seconds = Math.ceil((Date.parse(until) - useNow(CLOCK_MS).getTime()) / 1000)
  const [days, hours, minutes] = [86_400, 3600, 60].map((unitSeconds) => Math.floor(seconds / unitSeconds))
  if (seconds <= 0 || days === undefined || hours === undefined || minutes === undefined)
    return t('startsSoon')
  if (days > 0) return t('inDays', { days, hours: hours % 24 })
  if (hours > 0) return t('inHours', { hours, minutes: minutes % 60 })
  return <span className="num">{t('inMinutes', { minutes, seconds: seconds % 60 })}</span>
}

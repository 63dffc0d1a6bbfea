import { useTranslations } from 'use-intl/react'

/**
 * Returns a function that formats seconds of watching as 'Xh Ym', or 'Ym' below an hour. A part of a minute is shown as
 * '<1m'.
 */
export function useWatchTime(): (seconds: number) => string {
  const t = useTranslations('watchTime')
  return (seconds) => {
    if (seconds > 0 && seconds < 60) return t('underMinutes', { minutes: 1 })
    const minutes = Math.floor(Math.max(0, seconds) / 60)
    const hours = Math.floor(minutes / 60)
    return hours > 0 ? t('hoursAndMinutes', { hours, minutes: minutes % 60 }) : t('minutes', { minutes })
  }
}

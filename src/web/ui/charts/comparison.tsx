import { useTranslations } from 'use-intl/react'

type ComparisonProps = {
  now: number
  before: number
  /** Of the period, and of the one before. */
  days: number
}

/** The difference from the period before. */
export function Comparison({ now, before, days }: ComparisonProps) {
  const t = useTranslations('charts')
  if (before === 0) return t('new', { days })
  const share = Math.abs(now - before) / before
  if (now === before) return t('same', { days })
  return now > before ? t('more', { days, share }) : t('less', { days, share })
}

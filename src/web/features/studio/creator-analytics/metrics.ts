import { useFormatter, useTranslations } from 'use-intl/react'
import { useAxes } from '#web/ui/charts/axis.ts'
import type { MetricText } from '#web/ui/charts/metric-panel.tsx'
import { useWatchTime } from '#web/features/studio/shared/watch-time/watch-time.ts'

/** The figures that are charted by day. */
export const METRICS = ['views', 'watchTime', 'followers', 'revenueCents'] as const
export type Metric = (typeof METRICS)[number]

/** Returns the texts and formats of the metrics. */
export function useMetricTexts(): Record<Metric, MetricText> {
  const t = useTranslations('creatorAnalytics')
  const { number } = useFormatter()
  const watchTime = useWatchTime()
  const axes = useAxes()
  const count = (value: number) => number(value, 'count')
  const dollars = (cents: number) => number(cents / 100, { style: 'currency', currency: 'USD' })
  return {
    views: {
      name: t('views'),
      text: t('viewsText'),
      format: count,
      color: 1,
      axisOf: axes.count,
    },
    watchTime: {
      name: t('watchTime'),
      text: t('watchTimeText'),
      format: watchTime,
      color: 2,
      axisOf: axes.seconds,
    },
    followers: {
      name: t('followers'),
      text: t('followersText'),
      format: count,
      color: 4,
      axisOf: axes.count,
    },
    revenueCents: {
      name: t('revenue'),
      text: t('revenueText'),
      format: dollars,
      color: 5,
      axisOf: axes.cents,
    },
  }
}

import { useFormatter, useTranslations } from 'use-intl/react'
import type { PlatformMetric } from '#shared/operations/admin-analytics.ts'
import { useAxes } from '#web/ui/charts/axis.ts'
import type { MetricText } from '#web/ui/charts/metric-panel.tsx'
import { useWatchTime } from '#web/features/studio/shared/watch-time/watch-time.ts'

/** The figures in the order of the page. */
export const METRICS = [
  'signups',
  'activeDay',
  'activeWeek',
  'activeMonth',
  'posts',
  'streams',
  'liveSeconds',
  'peakViewers',
  'watchTime',
  'tips',
  'tipsCents',
] as const satisfies readonly PlatformMetric[]

/** Returns the texts and formats of the figures. */
export function useMetricTexts(): Record<PlatformMetric, MetricText> {
  const t = useTranslations('adminAnalytics')
  const { number } = useFormatter()
  const hoursAndMinutes = useWatchTime()
  const axes = useAxes()
  const count = (color: number) => ({
    format: (value: number) => number(Math.round(value), 'count'),
    color,
    axisOf: axes.count,
  })
  const time = (color: number) => ({
    format: hoursAndMinutes,
    color,
    axisOf: axes.seconds,
  })
  return {
    signups: { name: t('signups'), text: t('signupsText'), ...count(1) },
    activeDay: { name: t('activeDay'), text: t('activeDayText'), ...count(4) },
    activeWeek: { name: t('activeWeek'), text: t('activeWeekText'), ...count(4) },
    activeMonth: { name: t('activeMonth'), text: t('activeMonthText'), ...count(4) },
    posts: { name: t('posts'), text: t('postsText'), ...count(1) },
    streams: { name: t('streams'), text: t('streamsText'), ...count(2) },
    liveSeconds: { name: t('liveTime'), text: t('liveTimeText'), ...time(2) },
    peakViewers: { name: t('peakViewers'), text: t('peakViewersText'), ...count(2) },
    watchTime: { name: t('watchTime'), text: t('watchTimeText'), ...time(2) },
    tips: { name: t('tips'), text: t('tipsText'), ...count(5) },
    tipsCents: {
      name: t('tipsAmount'),
      text: t('tipsAmountText'),
      format: (cents) => number(cents / 100, { style: 'currency', currency: 'USD' }),
      color: 5,
      axisOf: axes.cents,
    },
  }
}

/** Whether a figure is about money, which a sandbox does not move. */
export const isMoney = (metric: PlatformMetric) => metric === 'tips' || metric === 'tipsCents'

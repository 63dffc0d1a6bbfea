import { useTranslations } from 'use-intl/react'
import type { AnalyticsSeries } from '#shared/studio/creator-analytics.ts'
import { Comparison } from '#web/ui/charts/comparison.tsx'
import { useDayFormat } from '#web/ui/charts/day-format.ts'
import { MetricPanel } from '#web/ui/charts/metric-panel.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { type Metric, useMetricTexts } from './metrics.ts'

type SeriesPanelProps = { metric: Metric; series: AnalyticsSeries }

/** A figure of the period, compared with the period before, and its chart. */
export function SeriesPanel({ metric, series }: SeriesPanelProps) {
  const { days, totals, previous, isSandbox } = series
  return (
    <MetricPanel
      metric={useMetricTexts()[metric]}
      days={days.map((day) => ({ date: day.date, value: day[metric] }))}
      total={totals[metric]}
      comparison={<PeriodComparison now={totals[metric]} before={previous?.[metric]} series={series} />}
      note={metric === 'revenueCents' && isSandbox && <SandboxNote />}
    />
  )
}

type PeriodComparisonProps = { now: number; before: number | undefined; series: AnalyticsSeries }

/** The difference from the period before; for all time since when it counts. */
export function PeriodComparison({ now, before, series: { days } }: PeriodComparisonProps) {
  const t = useTranslations('creatorAnalytics')
  const formatDay = useDayFormat()
  if (before === undefined) return t('since', { date: formatDay(days[0]?.date ?? '1970-01-01') })
  return <Comparison now={now} before={before} days={days.length} />
}

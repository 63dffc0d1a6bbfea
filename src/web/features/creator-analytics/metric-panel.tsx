import { useTranslations } from 'use-intl/react'
import type { AnalyticsSeries } from '#shared/creator-analytics.ts'
import { SandboxNote } from '#web/lib/payments/sandbox-note.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chart } from './chart.tsx'
import { type Metric, useDayFormat, useMetricTexts } from './metrics.ts'

type MetricPanelProps = { metric: Metric; series: AnalyticsSeries }

/** A figure of the period, compared with the period before, and its chart. */
export function MetricPanel({ metric, series }: MetricPanelProps) {
  const t = useTranslations('creatorAnalytics')
  const { name, text, format, color, toAxis, formatAxis } = useMetricTexts()[metric]
  const formatDay = useDayFormat()
  const { days, totals, previous } = series
  const top = days.reduce((best, day) => (day[metric] > best[metric] ? day : best), days[0] ?? NO_DAY)
  return (
    <Card className="grid content-start gap-3 p-3.5 md:p-[18px]">
      <div>
        <h3 className="text-small font-semibold text-ink-2">{name}</h3>
        <p className="num mt-2 font-display text-figure font-extrabold tracking-[-.015em]">
          {format(totals[metric])}
        </p>
        <p className="mt-1 text-meta text-ink-3">
          <Comparison now={totals[metric]} before={previous?.[metric]} series={series} />
        </p>
        <p className="text-meta text-ink-3">{text}</p>
        {metric === 'revenueCents' && series.isSandbox && (
          <p className="mt-1.5">
            <SandboxNote />
          </p>
        )}
      </div>
      <Chart
        label={t('chart', { metric: name })}
        xs={days.map(({ date }) => Date.parse(date) / 1000)}
        ys={days.map((day) => toAxis(day[metric]))}
        isTime
        color={color}
        formatX={(seconds) => formatDay(new Date(seconds * 1000).toISOString(), 'short')}
        formatY={formatAxis}
        pointText={(index) => {
          const day = days[index] ?? NO_DAY
          return t('pointed', { date: formatDay(day.date), value: format(day[metric]) })
        }}
        summary={
          top[metric] > 0
            ? t('highest', { value: format(top[metric]), date: formatDay(top.date) })
            : t('noFigures')
        }
      />
    </Card>
  )
}

const NO_DAY = { date: '1970-01-01', views: 0, uniqueViewers: 0, watchTime: 0, followers: 0, revenueCents: 0 }

type ComparisonProps = { now: number; before: number | undefined; series: AnalyticsSeries }

/** The difference from the period before; for all time since when it counts. */
export function Comparison({ now, before, series: { days } }: ComparisonProps) {
  const t = useTranslations('creatorAnalytics')
  const formatDay = useDayFormat()
  if (before === undefined) return t('since', { date: formatDay(days[0]?.date ?? NO_DAY.date) })
  const values = { days: days.length }
  if (before === 0) return t('new', values)
  const share = Math.abs(now - before) / before
  if (now === before) return t('same', values)
  return now > before ? t('more', { ...values, share }) : t('less', { ...values, share })
}

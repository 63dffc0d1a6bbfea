import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Card } from '#web/ui/card.tsx'
import type { AxisOf } from './axis.ts'
import { Chart } from './chart.tsx'
import { useDayFormat } from './day-format.ts'

/** The texts and formats of a figure by day. */
export type MetricText = {
  name: string
  /** Describes the counted things in a few words. */
  text: string
  format: (value: number) => string
  /** Number of the chart colour (`--c-1` …). */
  color: number
  /** Returns the chart's axis for the highest figure. */
  axisOf: AxisOf
}

/** A figure of a UTC day such as `2026-01-31`; null: unknown. */
export type DayValue = { date: string; value: number | null }

type MetricPanelProps = {
  metric: MetricText
  days: readonly DayValue[]
  /** Of the whole period; null: unknown. */
  total: number | null
  /** The difference of the total from an earlier one. */
  comparison?: ReactNode
  note?: ReactNode
}

/** A figure of a period, and its chart by day. */
export function MetricPanel({ metric, days, total, comparison, note }: MetricPanelProps) {
  const t = useTranslations('charts')
  const { name, text, format, color, axisOf } = metric
  const formatDay = useDayFormat()
  const formatValue = (value: number | null) => (value === null ? t('unknown') : format(value))
  const top = days.reduce<DayValue | undefined>(
    (best, day) => ((day.value ?? 0) > (best?.value ?? 0) ? day : best),
    undefined,
  )
  const { toAxis, format: formatAxis, isDivided = false } = axisOf(top?.value ?? 0)
  return (
    <Card className="grid content-start gap-3 p-3.5 md:p-[18px]">
      <div>
        <h3 className="text-small font-semibold text-ink-2">{name}</h3>
        <p className="num mt-2 font-display text-figure font-extrabold tracking-[-.015em]">
          {total === null ? '–' : format(total)}
        </p>
        {comparison && <p className="mt-1 text-meta text-ink-3">{comparison}</p>}
        <p className="text-meta text-ink-3">{text}</p>
        {note && <p className="mt-1.5">{note}</p>}
      </div>
      <Chart
        label={t('chart', { metric: name })}
        xs={days.map(({ date }) => Date.parse(date) / 1000)}
        ys={days.map(({ value }) => (value === null ? null : toAxis(value)))}
        isTime
        color={color}
        formatX={(seconds) => formatDay(new Date(seconds * 1000).toISOString(), 'short')}
        formatY={formatAxis}
        isDivided={isDivided}
        pointText={(index) => {
          const day = days[index]
          return day ? t('pointLabel', { date: formatDay(day.date), value: formatValue(day.value) }) : ''
        }}
        summary={
          top?.value ? t('maximum', { value: format(top.value), date: formatDay(top.date) }) : t('noFigures')
        }
      />
    </Card>
  )
}

import { useTranslations } from 'use-intl/react'
import type { PlatformAnalytics, PlatformMetric } from '#shared/operations/admin-analytics.ts'
import { useDayFormat } from '#web/ui/charts/day-format.ts'
import { FiguresTable } from '#web/ui/charts/figures-table.tsx'
import { useSandboxText } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { METRICS, isMoney, useMetricTexts } from './metrics.ts'

/** The figures by day, the newest first. */
export function DaysTable({ analytics: { days, isSandbox } }: { analytics: PlatformAnalytics }) {
  const t = useTranslations('charts')
  const texts = useMetricTexts()
  const formatDay = useDayFormat()
  const sandbox = useSandboxText()
  const nameOf = (metric: PlatformMetric) =>
    isSandbox && isMoney(metric) ? `${texts[metric].name} (${sandbox})` : texts[metric].name
  const show = (metric: PlatformMetric, value: number | null) =>
    value === null ? '–' : texts[metric].format(value)
  return (
    <FiguresTable
      label={t('table')}
      head={[t('date'), ...METRICS.map(nameOf)]}
      rows={days.toReversed().map((day) => ({
        key: day.date,
        cells: [
          <time key="day" dateTime={day.date} className="whitespace-nowrap">
            {formatDay(day.date)}
          </time>,
          ...METRICS.map((metric) => show(metric, day[metric])),
        ],
      }))}
    />
  )
}

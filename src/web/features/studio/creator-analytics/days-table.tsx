import { useFormatter, useTranslations } from 'use-intl/react'
import type { AnalyticsRange, AnalyticsSeries } from '#shared/studio/creator-analytics.ts'
import { useDayFormat } from '#web/ui/charts/day-format.ts'
import { FiguresTable } from '#web/ui/charts/figures-table.tsx'
import { TableAndFile } from '#web/ui/charts/table-and-file.tsx'
import { useSandboxText } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { type Metric, METRICS, useMetricTexts } from './metrics.ts'

type DaysTableProps = { series: AnalyticsSeries; range: AnalyticsRange }

/** The days as a table, for people who cannot see the charts, and as a file. */
export function DaysTable({ series, range }: DaysTableProps) {
  return (
    <TableAndFile csvUrl={`/api/creator/analytics/series.csv?days=${range}`}>
      <Rows series={series} />
    </TableAndFile>
  )
}

function Rows({ series: { days, isSandbox } }: { series: AnalyticsSeries }) {
  const t = useTranslations('creatorAnalytics')
  const charts = useTranslations('charts')
  const texts = useMetricTexts()
  const formatDay = useDayFormat()
  const { number } = useFormatter()
  const note = useSandboxText()
  const nameOf = (metric: Metric) =>
    metric === 'revenueCents' && isSandbox ? t('revenueSandbox', { note }) : texts[metric].name
  return (
    <FiguresTable
      label={charts('table')}
      head={[charts('date'), ...METRICS.map(nameOf), t('uniqueViewers')]}
      rows={days.toReversed().map((day) => ({
        key: day.date,
        cells: [
          <time key="day" dateTime={day.date} className="whitespace-nowrap">
            {formatDay(day.date)}
          </time>,
          ...METRICS.map((metric) => texts[metric].format(day[metric])),
          number(day.uniqueViewers, 'count'),
        ],
      }))}
    />
  )
}

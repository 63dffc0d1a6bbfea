import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { AnalyticsRange, AnalyticsSeries } from '#shared/creator-analytics.ts'
import { useSandboxText } from '#web/lib/payments/sandbox-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { Download } from 'lucide-react'
import { type Metric, METRICS, useDayFormat, useMetricTexts } from './metrics.ts'
import { Table } from './table.tsx'

type DaysTableProps = { series: AnalyticsSeries; range: AnalyticsRange }

/** The days as a table, for people who cannot see the charts, and as a file. */
export function DaysTable({ series, range }: DaysTableProps) {
  const t = useTranslations('creatorAnalytics')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap gap-2.5">
        <Button
          aria-expanded={isOpen}
          className="max-w-full whitespace-normal!"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('hideTable') : t('showTable')}
        </Button>
        <Button asChild className="max-w-full whitespace-normal!">
          <a href={`/api/creator/analytics/series.csv?days=${range}`} download>
            <Download aria-hidden /> {t('csv')}
          </a>
        </Button>
      </div>
      {isOpen && <Rows series={series} />}
    </div>
  )
}

function Rows({ series: { days, isSandbox } }: { series: AnalyticsSeries }) {
  const t = useTranslations('creatorAnalytics')
  const texts = useMetricTexts()
  const formatDay = useDayFormat()
  const { number } = useFormatter()
  const note = useSandboxText()
  const nameOf = (metric: Metric) =>
    metric === 'revenueCents' && isSandbox ? t('revenueSandbox', { note }) : texts[metric].name
  return (
    <Table
      label={t('table')}
      head={[t('date'), ...METRICS.map(nameOf), t('uniqueViewers')]}
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

import { useTranslations } from 'use-intl/react'
import {
  PLATFORM_RANGES,
  type PlatformAnalytics,
  type PlatformMetric,
  type PlatformRange,
  getPlatformCsv,
} from '#shared/operations/admin-analytics.ts'
import { Comparison } from '#web/ui/charts/comparison.tsx'
import { MetricPanel } from '#web/ui/charts/metric-panel.tsx'
import { TableAndFile } from '#web/ui/charts/table-and-file.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Cohorts } from './cohorts.tsx'
import { DaysTable } from './days-table.tsx'
import { METRICS, useMetricTexts } from './metrics.ts'
import { usePlatformAnalytics, useRange } from './use-analytics.ts'

/** The figures of the platform over a period, with charts, tables and a file. */
export function AnalyticsPanel() {
  const t = useTranslations('adminAnalytics')
  const [range, setRange] = useRange()
  const query = usePlatformAnalytics(range)
  const { data, error, isPlaceholderData } = query
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RangeSwitch range={range} onChoose={setRange} />
      {data ? (
        <div aria-busy={isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-9">
          <Figures analytics={data} range={range} />
          <Cohorts cohorts={data.cohorts} />
        </div>
      ) : error ? (
        <LoadFailed title={t('loadFailed')} query={query} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  )
}

type RangeSwitchProps = { range: PlatformRange; onChoose: (range: PlatformRange) => void }

function RangeSwitch({ range, onChoose }: RangeSwitchProps) {
  const t = useTranslations('adminAnalytics')
  return (
    <fieldset aria-label={t('range')} className="flex flex-wrap gap-2">
      {PLATFORM_RANGES.map((option) => (
        <Button
          key={option}
          size="sm"
          variant={option === range ? 'on' : 'soft'}
          aria-pressed={option === range}
          onClick={() => onChoose(option)}
        >
          {t('rangeDays', { days: Number(option) })}
        </Button>
      ))}
    </fieldset>
  )
}

type FiguresProps = { analytics: PlatformAnalytics; range: PlatformRange }

function Figures({ analytics, range }: FiguresProps) {
  const t = useTranslations('adminAnalytics')
  const csv = `${getPlatformCsv.path}?days=${range}`
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2>{t('charts')}</h2>
        {analytics.isSandbox && <SandboxNote />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {METRICS.map((metric) => (
          <PlatformPanel key={metric} metric={metric} analytics={analytics} />
        ))}
      </div>
      <TableAndFile csvUrl={csv}>
        <DaysTable analytics={analytics} />
      </TableAndFile>
    </section>
  )
}

type PlatformPanelProps = { metric: PlatformMetric; analytics: PlatformAnalytics }

function PlatformPanel({ metric, analytics: { days, totals, previous } }: PlatformPanelProps) {
  const [now, before] = [totals[metric], previous[metric]]
  return (
    <MetricPanel
      metric={useMetricTexts()[metric]}
      days={days.map((day) => ({ date: day.date, value: day[metric] }))}
      total={now}
      comparison={
        now !== null && before !== null && <Comparison now={now} before={before} days={days.length} />
      }
    />
  )
}

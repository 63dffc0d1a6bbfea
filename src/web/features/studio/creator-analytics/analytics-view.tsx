import { Upload } from '#web/ui/icons/upload.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import {
  ANALYTICS_RANGES,
  type AnalyticsRange,
  type AnalyticsSeries,
  isProRange,
} from '#shared/studio/creator-analytics.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { ProLink } from '#web/features/money/shared/creator-pro/pro-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { Audience } from './audience.tsx'
import { DaysTable } from './days-table.tsx'
import { PeriodComparison, SeriesPanel } from './metric-panel.tsx'
import { METRICS } from './metrics.ts'
import { Retention } from './retention.tsx'
import { TopStreams, TopVideos } from './top-lists.tsx'
import { useAnalyticsRange, useAnalyticsSeries } from './use-analytics.ts'

/** The current user's figures over a period, with charts, tables and files. */
export function AnalyticsView() {
  const isPro = useCurrentUser()?.isPremium === true
  const [range, setRange] = useAnalyticsRange()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <RangeSwitch range={range} isPro={isPro} onChoose={setRange} />
      {isProRange(range) && !isPro ? <ProRange /> : <Series range={range} />}
    </div>
  )
}

type RangeSwitchProps = {
  range: AnalyticsRange
  isPro: boolean
  onChoose: (range: AnalyticsRange) => void
}

function RangeSwitch({ range, isPro, onChoose }: RangeSwitchProps) {
  const t = useTranslations('creatorAnalytics')
  const names = { 7: t('days7'), 28: t('days28'), 90: t('days90'), all: t('all') }
  return (
    <fieldset aria-label={t('range')} className="flex flex-wrap gap-2">
      {ANALYTICS_RANGES.map((option) =>
        isProRange(option) && !isPro ? (
          <ProLink key={option} size="sm">
            {names[option]}
          </ProLink>
        ) : (
          <Button
            key={option}
            size="sm"
            variant={option === range ? 'on' : 'soft'}
            aria-pressed={option === range}
            onClick={() => onChoose(option)}
          >
            {names[option]}
          </Button>
        ),
      )}
    </fieldset>
  )
}

type SeriesProps = { range: AnalyticsRange }

function Series({ range }: SeriesProps) {
  const t = useTranslations('creatorAnalytics')
  const query = useAnalyticsSeries(range)
  const { data: series, error, isPlaceholderData } = query
  if (series)
    return (
      <div aria-busy={isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-9">
        <Figures series={series} range={range} />
      </div>
    )
  // Creator Pro may have ended since the page was loaded.
  if (error instanceof ApiError && error.code === 'pro_required') return <ProRange />
  return error ? <LoadFailed title={t('loadFailed')} query={query} /> : <Spinner />
}

function ProRange() {
  const t = useTranslations('creatorAnalytics')
  return (
    <EmptyState
      isCard
      level={2}
      title={t('proTitle')}
      action={
        <Button asChild variant="action">
          <Link href="/creator-pro">{t('proAction')}</Link>
        </Button>
      }
    >
      {t('proText')}
    </EmptyState>
  )
}

function Figures({ series, range }: SeriesProps & { series: AnalyticsSeries }) {
  const t = useTranslations('creatorAnalytics')
  if (range === 'all' && isEmpty(series)) return <NothingYet />
  return (
    <>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2>{t('charts')}</h2>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
          {METRICS.map((metric) => (
            <SeriesPanel key={metric} metric={metric} series={series} />
          ))}
        </div>
        <UniqueViewers series={series} />
        <DaysTable series={series} range={range} />
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-9 lg:grid-cols-2 lg:gap-6">
        <TopVideos list={series.topVideos} range={range} />
        <TopStreams list={series.topStreams} />
      </div>
      <Retention videos={series.topVideos} />
      <Audience audience={series.audience} />
    </>
  )
}

function UniqueViewers({ series }: { series: AnalyticsSeries }) {
  const t = useTranslations('creatorAnalytics')
  const { number } = useFormatter()
  const { totals, previous } = series
  if (totals.uniqueViewers === null) return null
  return (
    <Stat
      label={t('uniqueViewers')}
      value={number(totals.uniqueViewers, 'count')}
      context={
        <>
          <PeriodComparison
            now={totals.uniqueViewers}
            before={previous?.uniqueViewers ?? undefined}
            series={series}
          />
          <br />
          {t('uniqueText')}
        </>
      }
    />
  )
}

const isEmpty = ({ totals: { views, watchTime, followers, revenueCents } }: AnalyticsSeries) =>
  views + watchTime + followers + revenueCents === 0

function NothingYet() {
  const t = useTranslations('creatorAnalytics')
  return (
    <EmptyState
      isCard
      level={2}
      title={t('emptyTitle')}
      action={
        <Button asChild variant="action">
          <Link href="/creator/videos/upload">
            <Upload aria-hidden /> {t('emptyAction')}
          </Link>
        </Button>
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}

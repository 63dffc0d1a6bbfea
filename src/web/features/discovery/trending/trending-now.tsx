import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { listTrending, type Trend } from '#shared/discovery/trending.ts'
import { call } from '#web/api/call.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { searchUrl } from '#web/features/videos/shared/text/search-url.ts'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'

/** The trending hashtags with their number of posts, linking to the posts. */
export function TrendingNow({ className }: { className?: string }) {
  const t = useTranslations('trending')
  const query = useTrends()
  const trends = query.data
  return (
    <section aria-labelledby="trending-now" className={className}>
      <h2 id="trending-now" className="mb-1 flex min-h-(--tap) items-center">
        {t('title')}
      </h2>
      {trends ? (
        <Trends trends={trends} />
      ) : query.error ? (
        <LoadFailed title={t('failed')} query={query} />
      ) : (
        <TrendSkeletons />
      )}
    </section>
  )
}

const MAX_TRENDS = 5
const STALE_TIME_MS = 60_000

function useTrends() {
  return useQuery({
    queryKey: ['trending'],
    queryFn: () => call(listTrending, { query: { limit: MAX_TRENDS } }),
    staleTime: STALE_TIME_MS,
  })
}

function Trends({ trends }: { trends: Trend[] }) {
  const t = useTranslations('trending')
  if (trends.length === 0) return <p className="text-small text-ink-2">{t('empty')}</p>
  return (
    <ul className="divide-y divide-line">
      {trends.map((trend) => (
        <li key={trend.tag}>
          <TrendLink trend={trend} />
        </li>
      ))}
    </ul>
  )
}

/** Counts from here on use compact notation, like "12K". */
const COMPACT_FROM = 10_000

function TrendLink({ trend: { label, postsCount } }: { trend: Trend }) {
  const t = useTranslations('trending')
  const format = useFormatter()
  const shown =
    postsCount < COMPACT_FROM
      ? format.number(postsCount, 'count')
      : format.number(postsCount, { notation: 'compact', maximumFractionDigits: 1 })
  return (
    <Link
      href={searchUrl(`#${label}`)}
      className="group flex min-h-(--tap) items-center justify-between gap-3"
    >
      <bdi className="min-w-0 truncate font-[650] underline-offset-[3px] group-hover:underline">
        {`#${label}`}
      </bdi>
      <span className="num flex-none text-meta text-ink-3">{t('posts', { count: postsCount, shown })}</span>
    </Link>
  )
}

function TrendSkeletons() {
  return (
    <SkeletonGroup className="divide-y divide-line">
      {[0, 1, 2].map((row) => (
        <span key={row} aria-hidden className="flex min-h-(--tap) items-center justify-between gap-3">
          <Skeleton className="h-3 w-[46%]" />
          <Skeleton className="h-3 w-16" />
        </span>
      ))}
    </SkeletonGroup>
  )
}

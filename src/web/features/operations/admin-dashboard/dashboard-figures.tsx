import { FileText } from '#web/ui/icons/file-text.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { UserCheck } from '#web/ui/icons/user-check.tsx'
import { UserPlus } from '#web/ui/icons/user-plus.tsx'
import { Users } from '#web/ui/icons/users.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { type DashboardStats, RECENT_DAYS } from '#shared/operations/admin-dashboard.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { useDashboardStats } from './use-dashboard.ts'

const GRID = 'grid grid-cols-2 gap-2.5 md:grid-cols-4 md:gap-3.5 xl:grid-cols-[2fr_1fr_1fr_1fr_1fr]'

/** The numbers of users, streams and posts. */
export function DashboardFigures() {
  const t = useTranslations('adminDashboard')
  const query = useDashboardStats()
  const { data: stats, error } = query
  if (!stats) return error ? <LoadFailed title={t('loadFailed')} query={query} /> : <FiguresSkeleton />
  return (
    <section aria-label={t('figures')} className={GRID}>
      <TotalUsers stats={stats} />
      <OtherFigures stats={stats} />
    </section>
  )
}

/** The main figure, on a dark card. */
function TotalUsers({ stats: { totalUsers, recentSignups } }: { stats: DashboardStats }) {
  const t = useTranslations('adminDashboard')
  const { number } = useFormatter()
  return (
    <dl className="col-span-full flex min-w-0 flex-col rounded-card bg-thread-night p-[18px] text-on-night xl:col-span-1 dark:border dark:border-line">
      <dt className="flex items-center justify-between gap-2 text-small font-semibold text-on-night-2">
        {t('totalUsers')} <Users aria-hidden className="size-5 stroke-[1.9]" />
      </dt>
      <dd className="num mt-2.5 font-display text-[clamp(2.5rem,5vw,3rem)] leading-none font-extrabold tracking-[-.02em]">
        {number(totalUsers, 'count')}
      </dd>
      <dd className="mt-2 text-meta text-on-night-2">
        {t('growth', { count: recentSignups, days: RECENT_DAYS })}
      </dd>
    </dl>
  )
}

function OtherFigures({ stats }: { stats: DashboardStats }) {
  const t = useTranslations('adminDashboard')
  const { number } = useFormatter()
  const { totalUsers, activeUsers, liveStreams, totalStreams, totalPosts, recentSignups } = stats
  return (
    <>
      <Stat
        label={t('activeUsers')}
        icon={<UserCheck aria-hidden />}
        value={number(activeUsers, 'count')}
        context={t('active', { share: ratio(activeUsers, totalUsers) })}
      />
      <Stat
        label={t('signups')}
        icon={<UserPlus aria-hidden />}
        value={number(recentSignups, 'count')}
        context={t('signupsText', { days: RECENT_DAYS })}
      />
      <Stat
        label={t('posts')}
        icon={<FileText aria-hidden />}
        value={number(totalPosts, 'count')}
        context={t('postsPerUser', { rate: Math.round(ratio(totalPosts, totalUsers) * 10) / 10 })}
      />
      <Stat
        label={t('liveStreams')}
        icon={<Radio aria-hidden />}
        value={number(liveStreams, 'count')}
        context={t('allStreams', { count: totalStreams })}
      />
    </>
  )
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

function FiguresSkeleton() {
  return (
    <SkeletonGroup className={GRID}>
      <Skeleton className="col-span-full h-[132px] rounded-card! xl:col-span-1" />
      {Array.from({ length: 4 }, (_, card) => (
        <Skeleton key={card} className="h-[132px] rounded-card!" />
      ))}
    </SkeletonGroup>
  )
}

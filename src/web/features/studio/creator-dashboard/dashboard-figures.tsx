import { Clock } from '#web/ui/icons/clock.tsx'
import { Eye } from '#web/ui/icons/eye.tsx'
import { Film } from '#web/ui/icons/film.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { TrendingUp } from '#web/ui/icons/trending-up.tsx'
import { Users } from '#web/ui/icons/users.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { type CreatorAnalytics, GROWTH_DAYS } from '#shared/studio/creator-analytics.ts'
import { useWatchTime } from '#web/features/studio/shared/watch-time/watch-time.ts'
import { Card } from '#web/ui/card.tsx'
import { StripPattern } from '#web/ui/pattern/strip-pattern.tsx'
import { Stat } from '#web/ui/stat.tsx'

/** The totals of a creator, the views first, and the growth of the last days. */
export function DashboardFigures({ summary }: { summary: CreatorAnalytics }) {
  const t = useTranslations('creatorDashboard')
  const { number } = useFormatter()
  const watchTime = useWatchTime()
  const { totalVideos, publishedVideos, draftVideos, privateVideos } = summary
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(9rem,40%)),1fr))] gap-3 xl:grid-cols-4 xl:gap-3.5">
      <TotalViews count={summary.totalViews} />
      <Stat
        label={t('followers')}
        icon={<Users aria-hidden />}
        value={number(summary.totalFollowers, 'count')}
        context={t('followersText')}
      />
      <Stat
        label={t('watchTime')}
        icon={<Clock aria-hidden />}
        value={watchTime(summary.totalWatchTime)}
        context={t('watchTimeText')}
      />
      <Stat
        label={t('videos')}
        icon={<Film aria-hidden />}
        value={number(totalVideos, 'count')}
        context={t('videosText', { published: publishedVideos, drafts: draftVideos, private: privateVideos })}
      />
      <Stat
        label={t('streams')}
        icon={<Radio aria-hidden />}
        value={number(summary.totalStreams, 'count')}
        context={t('streamsText')}
      />
      <Growth growth={summary.recentGrowth} />
    </div>
  )
}

/** The main figure, on a dark card with a band. */
function TotalViews({ count }: { count: number }) {
  const t = useTranslations('creatorDashboard')
  const { number } = useFormatter()
  return (
    <div className="col-span-full flex min-h-[220px] flex-col overflow-hidden rounded-card bg-thread-night text-on-night xl:col-span-2 xl:row-span-2">
      <dl className="flex flex-1 flex-col p-[18px]">
        <dt className="flex items-center justify-between gap-2 text-small font-semibold text-on-night-2">
          {t('totalViews')} <Eye aria-hidden className="size-5 stroke-[1.9]" />
        </dt>
        <dd className="num mt-3 font-display text-[clamp(2.75rem,6vw,3.75rem)] leading-none font-extrabold tracking-[-.02em]">
          {number(count, 'count')}
        </dd>
        <dd className="mt-2 text-meta text-on-night-2">{t('totalViewsText')}</dd>
      </dl>
      <StripPattern family="promo" length={1100} className="h-[92px] w-full" />
    </div>
  )
}

function Growth({ growth }: { growth: CreatorAnalytics['recentGrowth'] }) {
  const t = useTranslations('creatorDashboard')
  const items = [
    { name: t('views'), count: growth.views },
    { name: t('followers'), count: growth.followers },
    { name: t('videos'), count: growth.videos },
  ]
  return (
    <Card className="col-span-full p-3.5 pb-4 md:px-[18px] md:pt-4 md:pb-[18px]">
      <h2 className="flex items-center justify-between gap-2 font-text text-small font-semibold tracking-normal text-ink-2">
        {t('growth')} <TrendingUp aria-hidden className="size-5 stroke-[1.9]" />
      </h2>
      <p className="mt-0.5 text-meta text-ink-3">{t('growthText', { days: GROWTH_DAYS })}</p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-3">
        {items.map(({ name, count }) => (
          <div key={name}>
            <dt className="text-meta text-ink-2">{name}</dt>
            <dd
              className={`num font-display text-[1.375rem] font-extrabold ${count > 0 ? 'text-success' : 'text-ink-2'}`}
            >
              {count > 0 ? t('gain', { count }) : t('noGain')}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3">
        <Link href="/creator/analytics" className="tap-area text-small font-semibold text-link underline">
          {t('seeAnalytics')}
        </Link>
      </p>
    </Card>
  )
}

import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { CulturalMovements } from '#web/features/discovery/movements/cultural-movements.tsx'
import { SuggestedForYou } from '#web/features/accounts/follows/suggested-for-you.tsx'
import { CommunityPulse } from '#web/features/community/posts/feed/community-pulse.tsx'
import { PremiumCard } from '#web/features/money/premium/premium-card.tsx'
import { ComingUp } from '#web/features/live/streams/coming-up.tsx'
import { LiveGrid } from '#web/features/live/streams/live-grid.tsx'
import { CardPreview } from '#web/pages/stream/card-preview.ts'
import { TrendingNow } from '#web/features/discovery/trending/trending-now.tsx'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { usePageTitle } from '#web/ui/pages/page-title.ts'

/**
 * `/` for signed-in users. On narrow screens the rail and the sidebar's premium card are placed in the feed after the
 * third post.
 */
export function HomePage() {
  const t = useTranslations('home')
  usePageTitle(t('title'))
  const hasRail = useMediaQuery('(min-width: 1280px)')
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] items-start gap-x-9 xl:grid-cols-[minmax(0,1fr)_308px]">
      <h1 className="sr-only">{t('title')}</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[26px] pt-4 pb-10 md:gap-9 md:pt-6 md:pb-16">
        <LiveGrid Preview={CardPreview} phone="row" />
        <ComingUp>
          <CulturalMovements />
          <CommunityPulse afterThird={!hasRail && <InlineRail />} />
        </ComingUp>
      </div>
      {hasRail && (
        <aside aria-label={t('rail')}>
          <Rail className="py-6" />
        </aside>
      )}
    </div>
  )
}

function InlineRail() {
  const user = useCurrentUser()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[30px] px-(--gutter) py-5">
      <Rail />
      {user && !user.isPremium && <PremiumCard />}
    </div>
  )
}

function Rail({ className = '' }: { className?: string }) {
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-[30px] ${className}`}>
      <SuggestedForYou />
      <TrendingNow />
    </div>
  )
}

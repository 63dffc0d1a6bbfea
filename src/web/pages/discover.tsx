import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/accounts/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { CategoryFilter } from '#web/features/discovery/discover/category-filter.tsx'
import { UserFinder } from '#web/features/discovery/discover/user-finder.tsx'
import { useFilters } from '#web/features/discovery/discover/use-filters.ts'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { cacheUsers } from '#web/features/accounts/follows/follow-cache.ts'
import { UserRow } from '#web/features/accounts/follows/user-row.tsx'
import { SearchField } from '#web/features/discovery/search/search-field.tsx'
import { ComingUp } from '#web/features/live/streams/coming-up.tsx'
import { LiveGrid } from '#web/features/live/streams/live-grid.tsx'
import { CardPreview } from '#web/pages/stream/card-preview.ts'
import { RecentStreams } from '#web/features/live/streams/recent-streams.tsx'
import { PublicVideos } from '#web/features/videos/video-lists/video-section.tsx'
import { discoverUrl } from '#web/features/live/shared/streams/discover-url.ts'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { PageHeading } from '#web/ui/pages/page-heading.tsx'

/** `/discover`: streams, videos and users, public. Visitors get a search field here, as their header has none. */
export function DiscoverPage() {
  const t = useTranslations('discover')
  const [filters, setFilters] = useFilters()
  const isVisitor = useCurrentUser() === null
  usePageTitle(t('title'))
  return (
    <div className="page pt-6 pb-10 md:pt-9 md:pb-16">
      <PageHeading title={t('title')} intro={t('text')} />
      {isVisitor && <SearchField className="mt-5 max-w-[560px]" />}
      <div className="mt-5 grid gap-[26px] md:mt-6 md:gap-9">
        <CategoryFilter
          category={filters.category}
          hrefOf={(category) => discoverUrl({ ...filters, category })}
          onChoose={(category) => setFilters({ category })}
        />
        <LiveGrid Preview={CardPreview} phone="column" category={filters.category} />
        <ComingUp category={filters.category} />
        <PublicVideos category={filters.category} />
        <RecentStreams category={filters.category} />
        <UserFinder
          filters={filters}
          onChoose={setFilters}
          cacheUsers={cacheUsers}
          renderRow={(user) => (
            <UserRow
              user={user}
              action={<FollowButton userId={user.id} name={displayName(user)} size="xs" />}
            />
          )}
        />
      </div>
    </div>
  )
}

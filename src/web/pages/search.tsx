import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { displayName } from '#shared/accounts/users.ts'
import type { SearchHit } from '#shared/discovery/search.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { cacheUsers } from '#web/features/accounts/follows/follow-cache.ts'
import { UserRow } from '#web/features/accounts/follows/user-row.tsx'
import { PostCard } from '#web/features/community/posts/post-card.tsx'
import { PostListCard } from '#web/features/community/posts/post-list-card.tsx'
import { SearchField } from '#web/features/discovery/search/search-field.tsx'
import { type HitRenderer, SearchResults } from '#web/features/discovery/search/search-results.tsx'
import { StreamListCard } from '#web/features/live/streams/stream-list-card.tsx'
import { TrendingNow } from '#web/features/discovery/trending/trending-now.tsx'
import { VideoGrid } from '#web/features/videos/shared/cards/video-grid.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { searchTextOf } from '#web/features/discovery/search/search-text.ts'
import { cacheStreams } from '#web/features/live/shared/streams/stream-stores.ts'
import { useStreamRecords } from '#web/features/live/shared/streams/use-stream.ts'
import { Card } from '#web/ui/card.tsx'
import { ColumnPage } from '#web/ui/pages/column-page.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** `/search?q=`, public. Visitors get a search field here, as their header has none. */
export function SearchPage() {
  const t = useTranslations('search')
  const q = searchTextOf(useCurrentLocation())
  const isVisitor = useCurrentUser() === null
  usePageTitle(q ? t('titleWithQuery', { q }) : t('title'))
  return (
    <ColumnPage title={q ? t.rich('heading', { text: q, q: (chunks) => <bdi>{chunks}</bdi> }) : t('title')}>
      {isVisitor && <SearchField className="mt-4" />}
      <div className="mt-5">{q ? <SearchResults q={q} renderer={RENDERER} /> : <NoQuery />}</div>
    </ColumnPage>
  )
}

const RENDERER: HitRenderer = {
  types: ['people', 'posts', 'streams', 'videos'],
  cacheHits(hits) {
    cacheUsers(hits.flatMap((hit) => (hit.type === 'people' ? hit.user : [])))
    cacheEntities(
      'posts',
      hits.flatMap((hit) => (hit.type === 'posts' ? hit.post : [])),
    )
    cacheStreams(streamsOf(hits))
  },
  renderList: (type, hits) => LIST_RENDERERS[type](hits),
}

const LIST_RENDERERS: Record<SearchHit['type'], (hits: readonly SearchHit[]) => ReactNode> = {
  people: (hits) => (
    <Card className="px-4 py-1.5 md:px-5">
      <ul className="divide-y divide-line">
        {hits.map(
          (hit) =>
            hit.type === 'people' && (
              <li key={hit.user.id}>
                <UserRow
                  user={hit.user}
                  action={<FollowButton userId={hit.user.id} name={displayName(hit.user)} size="xs" />}
                />
              </li>
            ),
        )}
      </ul>
    </Card>
  ),
  posts: (hits) => (
    <PostListCard>
      {hits.map((hit) => hit.type === 'posts' && <PostCard key={hit.post.id} postId={hit.post.id} />)}
    </PostListCard>
  ),
  streams: (hits) => <FoundStreams streamIds={streamsOf(hits).map(({ id }) => id)} />,
  videos: (hits) => (
    <VideoGrid videos={hits.flatMap((hit) => (hit.type === 'videos' ? hit.video : []))} hasNames />
  ),
}

const streamsOf = (hits: readonly SearchHit[]) =>
  hits.flatMap((hit) => (hit.type === 'streams' ? hit.stream : []))

function FoundStreams({ streamIds }: { streamIds: readonly string[] }) {
  return <StreamListCard streams={useStreamRecords(streamIds) ?? []} hasNames />
}

function NoQuery() {
  const t = useTranslations('search')
  return (
    <>
      <EmptyState level={2} family="jacaranda" title={t('emptyQueryTitle')} isCard>
        {t('emptyQueryText')}
      </EmptyState>
      <TrendingNow className="mt-8" />
    </>
  )
}

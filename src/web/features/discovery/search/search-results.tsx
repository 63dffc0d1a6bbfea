import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SearchHit } from '#shared/discovery/search.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { PREVIEW_COUNT, type HitType, type CacheHits, useTopHits, useHitPages } from './use-search-results.ts'

/** Rendering of the hits, provided by the page from the features of users, posts, streams and videos. */
export type HitRenderer = {
  cacheHits: CacheHits
  /** Renders hits of one kind as a list. */
  renderList: (type: HitType, hits: readonly SearchHit[]) => ReactNode
  /** The kinds to show. */
  types: readonly HitType[]
}

type ResultsProps = { q: string; renderer: HitRenderer }

/** The hits of all kinds or of one; the selected kind is part of the URL. */
export function SearchResults({ q, renderer }: ResultsProps) {
  const t = useTranslations('search')
  const { names } = useKindTexts()
  // A search for a hashtag shows its posts first.
  const [tab, chooseTab] = useUrlTab(
    q.startsWith('#') ? ['posts', 'all', ...renderer.types] : ['all', ...renderer.types],
  )
  return (
    <Tabs
      label={t('kinds')}
      value={tab}
      onValueChange={chooseTab}
      tabs={[
        {
          value: 'all',
          label: t('all'),
          content: <AllKinds q={q} renderer={renderer} onChoose={chooseTab} />,
        },
        ...renderer.types.map((type) => ({
          value: type,
          label: names[type],
          content: <OneKind q={q} renderer={renderer} type={type} />,
        })),
      ]}
    />
  )
}

/** The names of the kinds, and the labels of the buttons that show all hits of one. */
function useKindTexts(): { names: Record<HitType, string>; showAll: Record<HitType, string> } {
  const t = useTranslations('search')
  return {
    names: { people: t('people'), posts: t('posts'), streams: t('streams'), videos: t('videos') },
    showAll: {
      people: t('allPeople'),
      posts: t('allPosts'),
      streams: t('allStreams'),
      videos: t('allVideos'),
    },
  }
}

function AllKinds({ q, renderer, onChoose }: ResultsProps & { onChoose: (type: HitType) => void }) {
  const { names, showAll } = useKindTexts()
  const query = useTopHits(q, renderer.cacheHits)
  const hits = query.data
  if (!hits) return <LoadingOrError query={query} />
  if (hits.length === 0) return <NoHits q={q} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {renderer.types.map((type) => {
        const hitsOfType = hits.filter((hit) => hit.type === type)
        if (hitsOfType.length === 0) return null
        return (
          <section key={type} aria-labelledby={`found-${type}`}>
            <h2 id={`found-${type}`} className="mb-2 flex min-h-(--tap) items-center">
              {names[type]}
            </h2>
            {renderer.renderList(type, hitsOfType.slice(0, PREVIEW_COUNT))}
            {hitsOfType.length > PREVIEW_COUNT && (
              <Button className="mt-4" onClick={() => onChoose(type)}>
                {showAll[type]}
              </Button>
            )}
          </section>
        )
      })}
    </div>
  )
}

function OneKind({ q, renderer, type }: ResultsProps & { type: HitType }) {
  const t = useTranslations('search')
  const { names } = useKindTexts()
  const query = useHitPages(q, type, renderer.cacheHits)
  const hits = query.items
  if (!hits) return <LoadingOrError query={query} />
  if (hits.length === 0) return <NoHits q={q} />
  return (
    <>
      <h2 className="sr-only">{names[type]}</h2>
      {renderer.renderList(type, hits)}
      <ListFooter query={query} failed={t('moreFailed')} isEndless end={t('end')} />
    </>
  )
}

function LoadingOrError(props: Pick<ComponentProps<typeof LoadFailed>, 'query'>) {
  const t = useTranslations('search')
  return props.query.error ? <LoadFailed title={t('failed')} {...props} /> : <SkeletonRows />
}

function NoHits({ q }: { q: string }) {
  const t = useTranslations('search')
  return (
    <EmptyState level={2} title={t('noResultsTitle')} isCard>
      {t.rich('noResultsText', { text: q, bdi: isolated })}
    </EmptyState>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SearchHit } from '#shared/search.ts'
import { ListFooter } from '#web/lib/lists/list-footer.tsx'
import { LoadFailed } from '#web/lib/lists/load-failed.tsx'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { FIRST, type HitType, type Keep, useFirstHits, useHitPages } from './use-search-results.ts'

/** How the page shows what is found: features that know people, posts and streams do it. */
export type HitViews = {
  keep: Keep
  /** Draws hits of one kind as a list. */
  list: (type: HitType, hits: readonly SearchHit[]) => ReactNode
  /** Kinds that can be found by now. */
  types: readonly HitType[]
}

type ResultsProps = { q: string; views: HitViews }

/** What fits, all kinds together or one by one; the kind stands in the address. */
export function SearchResults({ q, views }: ResultsProps) {
  const t = useTranslations('search')
  const { names } = useKinds()
  // Who asks for a hashtag wants its posts.
  const [tab, chooseTab] = useUrlTab(
    q.startsWith('#') ? ['posts', 'all', ...views.types] : ['all', ...views.types],
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
          content: <AllKinds q={q} views={views} onChoose={chooseTab} />,
        },
        ...views.types.map((type) => ({
          value: type,
          label: names[type],
          content: <OneKind q={q} views={views} type={type} />,
        })),
      ]}
    />
  )
}

/** What the kinds are called, and the way to all hits of one. */
function useKinds(): { names: Record<HitType, string>; more: Record<HitType, string> } {
  const t = useTranslations('search')
  return {
    names: { people: t('people'), posts: t('posts'), streams: t('streams') },
    more: {
      people: t('allPeople'),
      posts: t('allPosts'),
      streams: t('allStreams'),
    },
  }
}

function AllKinds({ q, views, onChoose }: ResultsProps & { onChoose: (type: HitType) => void }) {
  const { names, more } = useKinds()
  const query = useFirstHits(q, views.keep)
  const hits = query.data
  if (!hits) return <Unanswered query={query} />
  if (hits.length === 0) return <Nothing q={q} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {views.types.map((type) => {
        const found = hits.filter((hit) => hit.type === type)
        if (found.length === 0) return null
        return (
          <section key={type} aria-labelledby={`found-${type}`}>
            <h2 id={`found-${type}`} className="mb-2 flex min-h-(--tap) items-center">
              {names[type]}
            </h2>
            {views.list(type, found.slice(0, FIRST))}
            {found.length > FIRST && (
              <Button className="mt-4" onClick={() => onChoose(type)}>
                {more[type]}
              </Button>
            )}
          </section>
        )
      })}
    </div>
  )
}

function OneKind({ q, views, type }: ResultsProps & { type: HitType }) {
  const t = useTranslations('search')
  const query = useHitPages(q, type, views.keep)
  const hits = query.items
  if (!hits) return <Unanswered query={query} />
  if (hits.length === 0) return <Nothing q={q} />
  return (
    <>
      {views.list(type, hits)}
      <ListFooter query={query} failed={t('moreFailed')} isEndless end={t('end')} />
    </>
  )
}

function Unanswered(props: Pick<ComponentProps<typeof LoadFailed>, 'query'>) {
  const t = useTranslations('search')
  return props.query.error ? <LoadFailed title={t('failed')} {...props} /> : <SkeletonRows />
}

function Nothing({ q }: { q: string }) {
  const t = useTranslations('search')
  return (
    <EmptyState level={2} title={t('nothingTitle')} isCard>
      {t('nothingText', { text: q })}
    </EmptyState>
  )
}

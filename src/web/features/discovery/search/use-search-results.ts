import { useQuery } from '@tanstack/react-query'
import { firstCodePoints } from '#shared/fields.ts'
import { MAX_SEARCH_LENGTH, search, type SearchHit } from '#shared/discovery/search.ts'
import { call, callList } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'

/** Hits of each type in the view of all types. */
export const PREVIEW_COUNT = 4
const STALE_MS = 30_000

export type HitType = SearchHit['type']

/** Caches the records of the hits for the components that render them. */
export type CacheHits = (hits: readonly SearchHit[]) => void

/** The best hits of each type. */
export function useTopHits(q: string, cacheHits: CacheHits) {
  return useQuery({
    queryKey: ['search', q, 'all'],
    queryFn: async ({ signal }) => {
      // One more than is shown, to detect that there are more.
      const hits = await call(search, { query: { q: queryOf(q), limit: PREVIEW_COUNT + 1 } }, { signal })
      cacheHits(hits)
      return hits
    },
    staleTime: STALE_MS,
  })
}

/** The hits of one type, the best first, paged. */
export function useHitPages(q: string, type: HitType, cacheHits: CacheHits) {
  return usePages({
    key: ['search', q, type],
    load: async (cursor) => {
      const page = await callList(search, { query: { q: queryOf(q), type, cursor } })
      cacheHits(page.items)
      return page
    },
    idOf,
    staleMs: STALE_MS,
  })
}

/** A longer text, which somebody pasted, is searched for by its beginning. */
const queryOf = (text: string) => firstCodePoints(text, MAX_SEARCH_LENGTH)

export function idOf(hit: SearchHit): string {
  switch (hit.type) {
    case 'people':
      return hit.user.id
    case 'posts':
      return hit.post.id
    case 'streams':
      return hit.stream.id
    case 'videos':
      return hit.video.id
    default:
      return hit satisfies never
  }
}

import { useQuery } from '@tanstack/react-query'
import { search, type SearchHit } from '#shared/search.ts'
import { call, callList } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'

/** So many of each kind where all kinds are shown. */
export const FIRST = 4
const FRESH_MS = 30_000

/** What the search can show by now. */
export type HitType = SearchHit['type']

/** Puts what was found where the rows look for it. */
export type Keep = (hits: readonly SearchHit[]) => void

/** The best of each kind. */
export function useFirstHits(q: string, keep: Keep) {
  return useQuery({
    queryKey: ['search', q, 'all'],
    queryFn: async ({ signal }) => {
      // One more than is shown says that there are more.
      const hits = await call(search, { query: { q, limit: FIRST + 1 } }, { signal })
      keep(hits)
      return hits
    },
    staleTime: FRESH_MS,
  })
}

/** The hits of one kind, the best first, page by page. */
export function useHitPages(q: string, type: HitType, keep: Keep) {
  return usePages({
    key: ['search', q, type],
    load: async (cursor) => {
      const page = await callList(search, { query: { q, type, cursor } })
      keep(page.items)
      return page
    },
    idOf,
    freshMs: FRESH_MS,
  })
}

export function idOf(hit: SearchHit): string {
  switch (hit.type) {
    case 'people':
      return hit.user.id
    case 'posts':
      return hit.post.id
    case 'streams':
      return hit.stream.id
    default:
      return hit satisfies never
  }
}

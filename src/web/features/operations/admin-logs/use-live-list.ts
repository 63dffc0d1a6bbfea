import { useQuery } from '@tanstack/react-query'
import type { ListPage } from '#web/api/call.ts'
import { type Pages, getId, updatePages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import type { Period } from './filters.ts'

/** Interval of polling for new entries while the page is visible. */
const LIVE_MS = 3_000
/** Entries of this time are read again: of two concurrent transactions, the one with the earlier entry may commit later. */
const OVERLAP_MS = 5_000
const MAX_NEW = 100

type Part = { cursor?: string | undefined; from?: string; limit?: number }
type ListOptions<Item> = {
  key: readonly unknown[]
  period: Period
  load: (part: Part) => Promise<ListPage<Item[]>>
  isLive: boolean
}

/** A list of entries, the newest first. While it is live, new entries appear on top: only what is newer is read. */
export function useLiveList<Item extends { id: string }>({ key, period, load, isLive }: ListOptions<Item>) {
  const query = usePages({ key, load: (cursor) => load({ cursor }), idOf: getId, staleMs: 0 })
  const poll = useQuery({
    queryKey: ['live', ...key],
    queryFn: async () => {
      const from = startOfNew(queryClient.getQueryData<Pages<Item>>(key), period)
      const { items, next } = await load({ limit: MAX_NEW, ...(from !== undefined && { from }) })
      // More than fits a page: entries in between would be missing.
      if (next !== null && from !== undefined) await query.refetch()
      else addNew(key, items)
      return null
    },
    enabled: isLive && query.isSuccess,
    refetchInterval: LIVE_MS,
    staleTime: 0,
    gcTime: 0,
  })
  return { ...query, isDisconnected: poll.isError }
}

/** Returns from when on entries may be new; undefined for an empty list. */
function startOfNew(pages: Pages<{ id: string }> | undefined, { from = '' }: Period): string | undefined {
  const newest = pages?.pages[0]?.items[0]
  if (!newest) return undefined
  const start = new Date(timeOf(newest.id) - OVERLAP_MS).toISOString()
  return start > from ? start : from
}

/** Returns when an id (UUID v7) was made, in ms since 1970. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** Adds entries to the first page; those older than its last one are on the next page. */
function addNew<Item extends { id: string }>(key: readonly unknown[], items: readonly Item[]): void {
  const isOnlyPage = queryClient.getQueryData<Pages<Item>>(key)?.pages[0]?.next === null
  updatePages<Item>(key, (known, page) => {
    if (page > 0) return known
    const knownIds = new Set(known.map(getId))
    const lastId = known.at(-1)?.id ?? ''
    const added = items.filter(({ id }) => !knownIds.has(id) && (isOnlyPage || id > lastId))
    return added.length === 0 ? known : [...added, ...known].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  })
}

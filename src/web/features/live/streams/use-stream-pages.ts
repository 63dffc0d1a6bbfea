import type { MovementOrCategory } from '#shared/live/movements.ts'
import {
  listLiveStreams,
  listRecentStreams,
  listUpcomingStreams,
  listUserStreams,
  type Stream,
} from '#shared/live/streams.ts'
import { callList, type ListPage } from '#web/api/call.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useLiveChanges } from '#web/features/live/streams/use-live-changes.ts'
import { loadStreams } from '#web/features/live/shared/streams/stream-stores.ts'
import { useStreamRecords } from '#web/features/live/shared/streams/use-stream.ts'

/** Public live streams, the latest start first; refetched when one starts or ends. */
export function useLiveStreams(category?: MovementOrCategory) {
  const pages = useStreamPages(['streams', 'live', category ?? ''], (cursor) =>
    callList(listLiveStreams, { query: { cursor, category } }),
  )
  useLiveChanges('live', pages)
  return pages
}

/** Page sizes of lists that have other content below. */
const RECENT_PAGE_SIZE = 6
const UPCOMING_PAGE_SIZE = 3

/** Public streams that are announced and have not started, the next one first. */
export function useUpcomingStreams(category?: MovementOrCategory) {
  const pages = useStreamPages(['streams', 'upcoming', category ?? ''], (cursor) =>
    callList(listUpcomingStreams, { query: { cursor, category, limit: UPCOMING_PAGE_SIZE } }),
  )
  useLiveChanges('upcoming', pages)
  return pages
}

/** Public streams that have ended, the latest start first. */
export function useRecentStreams(category?: MovementOrCategory) {
  return useStreamPages(['streams', 'recent', category ?? ''], (cursor) =>
    callList(listRecentStreams, { query: { cursor, category, limit: RECENT_PAGE_SIZE } }),
  )
}

/** A user's streams, newest first. */
export function useUserStreams(userId: string) {
  return useStreamPages(['streams', 'of', userId], (cursor) =>
    callList(listUserStreams, { params: { userId }, query: { cursor } }),
  )
}

/**
 * The query cache stores only ids; the records come from the entity cache. A cached list is shown at once, and
 * refetched.
 */
function useStreamPages(key: string[], load: (cursor: string | undefined) => Promise<ListPage<Stream[]>>) {
  const pages = usePages({
    key,
    load: async (cursor) => {
      const page = await loadStreams(
        () => load(cursor),
        ({ items }) => items,
      )
      return { ...page, items: page.items.map(({ id }) => id) }
    },
    idOf: (id) => id,
    staleMs: 0,
  })
  return { ...pages, items: useStreamRecords(pages.items) }
}

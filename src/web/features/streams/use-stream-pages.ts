import type { MovementOrCategory } from '#shared/movements.ts'
import {
  listLiveStreams,
  listRecentStreams,
  listUpcomingStreams,
  listUserStreams,
  type Stream,
} from '#shared/streams.ts'
import { callList, type ListPage } from '#web/api/call.ts'
import { idOfRecord } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { useLiveChanges } from '#web/realtime/use-socket.ts'

/** Public live streams, the one that started last first; asked for again when one starts or ends. */
export function useLiveStreams(category?: MovementOrCategory) {
  const pages = useStreamPages(['streams', 'live', category ?? ''], (cursor) =>
    callList(listLiveStreams, { query: { cursor, category } }),
  )
  useLiveChanges(() => void pages.refetch())
  return pages
}

/** So many at once, as other things stand below them. */
const RECENT = 6
const UPCOMING = 3

/** Public streams that are announced and have not begun, the next one first; one that starts leaves them. */
export function useUpcomingStreams(category?: MovementOrCategory) {
  const pages = useStreamPages(['streams', 'upcoming', category ?? ''], (cursor) =>
    callList(listUpcomingStreams, { query: { cursor, category, limit: UPCOMING } }),
  )
  useLiveChanges(() => void pages.refetch())
  return pages
}

/** Public streams that are over, the one that started last first. */
export function useRecentStreams(category?: MovementOrCategory) {
  return useStreamPages(['streams', 'recent', category ?? ''], (cursor) =>
    callList(listRecentStreams, { query: { cursor, category, limit: RECENT } }),
  )
}

/** A member's streams, newest first. */
export function useUserStreams(userId: string) {
  return useStreamPages(['streams', 'of', userId], (cursor) =>
    callList(listUserStreams, { params: { userId }, query: { cursor } }),
  )
}

/** What was seen before is shown at once, and asked for again: a page that is opened shows what is so now. */
function useStreamPages(key: string[], load: (cursor: string | undefined) => Promise<ListPage<Stream[]>>) {
  return usePages({ key, load, idOf: idOfRecord, freshMs: 0 })
}

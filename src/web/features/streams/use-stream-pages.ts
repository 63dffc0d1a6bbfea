import { useInfiniteQuery } from '@tanstack/react-query'
import type { MovementOrCategory } from '#shared/movements.ts'
import { listLiveStreams, listRecentStreams, listUserStreams, type Stream } from '#shared/streams.ts'
import { callList, type ListPage } from '#web/api/call.ts'
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
function useStreamPages(
  queryKey: string[],
  load: (cursor: string | undefined) => Promise<ListPage<Stream[]>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  })
  return { ...query, streams: query.data && withoutRepeats(query.data.pages.flatMap((page) => page.items)) }
}

/** A stream that starts again while a list is paged through stands in two of its pages. */
function withoutRepeats(streams: Stream[]): Stream[] {
  return [...new Map(streams.map((stream) => [stream.id, stream])).values()]
}

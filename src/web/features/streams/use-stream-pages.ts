import { useInfiniteQuery } from '@tanstack/react-query'
import { listLiveStreams, listUserStreams, type Stream } from '#shared/streams.ts'
import { callList, type ListPage } from '#web/api/call.ts'

/** How often the live grid asks again while it is seen. */
const REFRESH_MS = 30_000

/** Public live streams, the one that started last first; kept fresh while the tab is seen. */
export function useLiveStreams() {
  return useStreamPages(['streams', 'live'], (cursor) => callList(listLiveStreams, { query: { cursor } }), {
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** A member's streams, newest first. */
export function useUserStreams(userId: string) {
  return useStreamPages(['streams', 'of', userId], (cursor) =>
    callList(listUserStreams, { params: { userId }, query: { cursor } }),
  )
}

type Freshness = { refetchInterval?: number; refetchOnWindowFocus?: 'always' }

/** What was seen before is shown at once, and asked for again: others start and end streams all the time. */
function useStreamPages(
  queryKey: string[],
  load: (cursor: string | undefined) => Promise<ListPage<Stream[]>>,
  freshness: Freshness = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
    ...freshness,
  })
  return { ...query, streams: query.data && withoutRepeats(query.data.pages.flatMap((page) => page.items)) }
}

/** A stream that starts again while a list is paged through stands in two of its pages. */
function withoutRepeats(streams: Stream[]): Stream[] {
  return [...new Map(streams.map((stream) => [stream.id, stream])).values()]
}

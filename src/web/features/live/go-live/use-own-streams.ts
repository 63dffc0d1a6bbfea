import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Stream, listUpcomingStreams, listUserStreams } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { loadStreams } from '#web/features/live/shared/streams/stream-stores.ts'
import { useStreamRecords } from '#web/features/live/shared/streams/use-stream.ts'

/** The number of streams to choose from; older ones can go live from their own page. */
const MAX_STREAMS = 50

const queryKeyOf = (userId: string) => ['streams', 'to-broadcast', userId]

/** The current user's streams, newest first, with their stream keys. */
export function useOwnStreams(userId: string) {
  return useOwnList(queryKeyOf(userId), () =>
    call(listUserStreams, { params: { userId }, query: { limit: MAX_STREAMS, order: 'created' } }),
  )
}

/** Returns a function that loads the streams again, after the key was replaced. */
export function useRefetchOwnStreams(userId: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: queryKeyOf(userId) })
}

/** The streams that the current user has announced, earliest first. */
export function useOwnSchedule(userId: string) {
  return useOwnList(['streams', 'announced', userId], () => call(listUpcomingStreams, { query: { userId } }))
}

function useOwnList(queryKey: string[], load: () => Promise<Stream[]>) {
  const query = useQuery({
    queryKey,
    queryFn: async () => (await loadStreams(load, (streams) => streams)).map(({ id }) => id),
    refetchOnMount: 'always',
  })
  return { ...query, data: useStreamRecords(query.data) }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Stream, listUpcomingStreams, listUserStreams } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { loadStreams } from '#web/streams/stream-stores.ts'
import { useStreamRecords } from '#web/streams/use-stream.ts'

/** Streams to choose from; an older one goes live from its own page. */
const MAX_STREAMS = 50

const keyOf = (userId: string) => ['streams', 'to-broadcast', userId]

/** The current user's own streams, newest first; their keys with them. */
export function useOwnStreams(userId: string) {
  return useOwnList(keyOf(userId), () =>
    call(listUserStreams, { params: { userId }, query: { limit: MAX_STREAMS } }),
  )
}

/** Loads them again: they have another key. */
export function useRefetchOwnStreams(userId: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(userId) })
}

/** The streams that the current user has announced, the next one first. */
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listUpcomingStreams, listUserStreams } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'

/** So many to choose from; an older one is gone live from its own page. */
const MOST = 50

const keyOf = (userId: string) => ['streams', 'to-broadcast', userId]

/** The member's own streams, newest first; their keys with them. */
export function useOwnStreams(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: () => call(listUserStreams, { params: { userId }, query: { limit: MOST } }),
    refetchOnMount: 'always',
  })
}

/** Asks for them again: one started, ended, or has another key. */
export function useRefetchOwnStreams(userId: string): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keyOf(userId) })
}

/** What the member has announced, the next one first. */
export function useOwnSchedule(userId: string) {
  return useQuery({
    queryKey: ['streams', 'announced', userId],
    queryFn: () => call(listUpcomingStreams, { query: { userId } }),
    refetchOnMount: 'always',
  })
}

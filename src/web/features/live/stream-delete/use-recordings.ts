import { useQuery } from '@tanstack/react-query'
import type { Stream } from '#shared/live/streams.ts'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import { call } from '#web/api/call.ts'

/** The number of videos recorded of a stream. If they cannot be loaded it is 1, so that the choice is still offered. */
export function useRecordings({ id: streamId, startedAt }: Pick<Stream, 'id' | 'startedAt'>) {
  const wasBroadcast = startedAt !== null
  const { data, error } = useQuery({
    queryKey: ['recordings-of', streamId],
    queryFn: () => call(listCreatorVideos, { query: { streamId, limit: 100 } }),
    enabled: wasBroadcast,
    refetchOnMount: 'always',
    gcTime: 0,
  })
  return {
    isPending: wasBroadcast && data === undefined && error === null,
    count: data?.length ?? (error ? 1 : 0),
  }
}

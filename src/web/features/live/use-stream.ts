import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Stream, getStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'

function streamQuery(streamId: string) {
  return queryOptions({
    queryKey: ['streams', streamId],
    queryFn: () => call(getStream, { params: { id: streamId } }),
    // A page that is opened shows what is so now, not what another page saw before.
    gcTime: 0,
  })
}

/** One stream's record. */
export function useStream(streamId: string) {
  return useQuery(streamQuery(streamId))
}

/** Puts a newer form of the record into the cache. */
export function useSetStream(): (stream: Stream) => void {
  const client = useQueryClient()
  return (stream) => client.setQueryData(streamQuery(stream.id).queryKey, stream)
}

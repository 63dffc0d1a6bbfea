import { useQuery } from '@tanstack/react-query'
import { getStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'

/** One stream's record. A page that is opened shows what is so now, never what another page saw before. */
export function useStream(streamId: string) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['streams', streamId],
    queryFn: () => call(getStream, { params: { id: streamId } }),
    refetchOnMount: 'always',
  })
  return {
    data: isFetchedAfterMount ? data : undefined,
    error: isFetchedAfterMount ? error : null,
    isPending: !isFetchedAfterMount,
    isFetching,
    refetch,
  }
}

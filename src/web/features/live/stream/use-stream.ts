import { useQuery } from '@tanstack/react-query'
import { getStream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { entityKey } from '#web/api/entities.ts'
import { useStreamChanges } from './use-stream-changes.ts'

/**
 * One stream's record, which follows what is said of it. A page that is opened shows what is so now, never what another
 * page saw before.
 */
export function useStream(streamId: string) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: entityKey('streams', streamId),
    queryFn: () => call(getStream, { params: { id: streamId } }),
    refetchOnMount: 'always',
  })
  useStreamChanges(isFetchedAfterMount && data ? streamId : null, () => void refetch())
  return {
    data: isFetchedAfterMount ? data : undefined,
    error: isFetchedAfterMount ? error : null,
    isPending: !isFetchedAfterMount,
    isFetching,
    refetch,
  }
}

import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Stream } from '#shared/streams.ts'
import { ApiError } from '#web/api/api-error.ts'
import { entityKey } from '#web/api/entities.ts'
import { useStreamStore } from './use-stream-store.ts'

/**
 * One stream's record, which follows the stream. A page that is opened shows how the stream is now, never what another
 * page saw before.
 */
export function useStream(streamId: string) {
  const store = useStreamStore(streamId)
  const { data, error, isFetching, fetchStatus, refetch } = useQuery({
    queryKey: entityKey('streams', streamId),
    queryFn: store.loadRecord,
    refetchOnMount: 'always',
  })
  // Messages change the cached record too: only the end of the request says that it is of now.
  const [loadedId, setLoadedId] = useState<string | null>(null)
  const isLoaded = loadedId === streamId
  if (!isLoaded && fetchStatus === 'idle') setLoadedId(streamId)
  return {
    data: isLoaded ? data : undefined,
    // A refresh that failed leaves the page as it is, unless the stream is missing by now.
    error: isLoaded && (!data || isMissing(error)) ? error : null,
    isPending: !isLoaded,
    isFetching,
    refetch,
  }
}

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404

/** The records of a list that `loadStreams` has loaded, as they are now; undefined while the list is not loaded. */
export function useStreamRecords(streamIds: readonly string[] | undefined): Stream[] | undefined {
  const records = useQueries({
    queries: (streamIds ?? []).map((id) =>
      queryOptions<Stream | null>({ queryKey: entityKey('streams', id), queryFn: skipToken }),
    ),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  return streamIds && records
}

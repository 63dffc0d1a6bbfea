import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Stream } from '#shared/live/streams.ts'
import { ApiError } from '#web/api/api-error.ts'
import { entityKey } from '#web/api/entities.ts'
import { useStreamStore } from './use-stream-store.ts'

/**
 * Returns a stream's record, which follows the stream. It is pending until it is loaded, even if another page has
 * cached it: a new page never shows an old record.
 */
export function useStream(streamId: string) {
  const store = useStreamStore(streamId)
  const { data, error, isFetching, fetchStatus, refetch } = useQuery({
    queryKey: entityKey('streams', streamId),
    queryFn: store.loadRecord,
    refetchOnMount: 'always',
  })
  // Messages also change the cached record: only the end of the request shows that it is loaded.
  const [loadedId, setLoadedId] = useState<string | null>(null)
  const isLoaded = loadedId === streamId
  if (!isLoaded && fetchStatus === 'idle') setLoadedId(streamId)
  return {
    data: isLoaded ? data : undefined,
    // A failed refresh does not change the page, unless the stream does not exist any more.
    error: isLoaded && (!data || isMissing(error)) ? error : null,
    isPending: !isLoaded,
    isFetching,
    refetch,
  }
}

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404

/** Returns the current records of a list that `loadStreams` has loaded; undefined until the list is loaded. */
export function useStreamRecords(streamIds: readonly string[] | undefined): Stream[] | undefined {
  const records = useQueries({
    queries: (streamIds ?? []).map((id) =>
      queryOptions<Stream | null>({ queryKey: entityKey('streams', id), queryFn: skipToken }),
    ),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  return streamIds && records
}

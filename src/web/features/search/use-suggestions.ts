import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { suggest } from '#shared/search.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'

/** Who types on has not asked yet. */
const PAUSE_MS = 180
const FRESH_MS = 60_000

/** What this text may mean, asked at each pause; an answer that is overtaken is not waited for. */
export function useSuggestions(text: string) {
  const settled = useSettled(text, PAUSE_MS)
  // What has been asked before needs no pause.
  const q = queryClient.getQueryData(keyOf(text)) ? text : settled
  return useQuery({
    queryKey: keyOf(q),
    queryFn: ({ signal }) => call(suggest, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

const keyOf = (q: string) => ['suggestions', q]

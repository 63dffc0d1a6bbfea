import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { firstCodePoints } from '#shared/fields.ts'
import { MAX_SEARCH_LENGTH, suggest } from '#shared/discovery/search.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'

/** Debounce of typing. */
const DEBOUNCE_MS = 180
const STALE_MS = 60_000

/** Suggestions for a text, requested after a pause in typing; a superseded request is aborted. */
export function useSuggestions(text: string) {
  const debounced = useDebouncedValue(text, DEBOUNCE_MS)
  // Cached suggestions need no debounce.
  const q = queryClient.getQueryData(suggestionsKey(text)) ? text : debounced
  return useQuery({
    queryKey: suggestionsKey(q),
    queryFn: ({ signal }) =>
      call(suggest, { query: { q: firstCodePoints(q, MAX_SEARCH_LENGTH) } }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
}

const suggestionsKey = (q: string) => ['suggestions', q]

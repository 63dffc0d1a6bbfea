import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fold } from '#shared/text/fold.ts'
import { hasWord, indexWords, queryWords } from '#shared/text/search-words.ts'
import { listUsers, type UserSummary } from '#shared/accounts/follows.ts'
import { call } from '#web/api/call.ts'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'

const DEBOUNCE_MS = 180
const STALE_MS = 60_000
const MAX_OPTIONS = 5

/**
 * Returns users that match the text after an `@`; undefined until the first response. While the next response is
 * pending, the previous users that still match are returned, so that a late response never offers a user who does not
 * match.
 */
export function useMentionOptions(query: string): UserSummary[] | undefined {
  const debounced = useDebouncedValue(query, DEBOUNCE_MS)
  const { data } = useQuery({
    queryKey: ['mentions', debounced],
    queryFn: ({ signal }) =>
      call(listUsers, { query: { mention: debounced, limit: MAX_OPTIONS } }, { signal }),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
  return useMemo(() => data?.filter((user) => matches(user, query)), [data, query])
}

function matches({ handle, firstName, lastName }: UserSummary, query: string): boolean {
  const prefix = fold(query)
  const lastWord = queryWords(query).at(-1) ?? [[prefix]]
  return (
    handle.startsWith(prefix) ||
    hasWord(indexWords(`${firstName ?? ''} ${lastName ?? ''} ${handle}`), lastWord, (word, searched) =>
      word.startsWith(searched),
    )
  )
}

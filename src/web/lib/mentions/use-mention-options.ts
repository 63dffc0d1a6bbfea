import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fold, foldedWords } from '#shared/text/fold.ts'
import { listUsers, type UserSummary } from '#shared/follows.ts'
import { call } from '#web/api/call.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'

const DEBOUNCE_MS = 180
const FRESH_MS = 60_000
const MAX_OPTIONS = 5

/**
 * Members that may be meant by what is typed after an `@`; undefined until there is an answer. While the next answer is
 * on its way, those of the last one that still fit are shown, so that a late answer never offers somebody else.
 */
export function useMentionOptions(typed: string): UserSummary[] | undefined {
  const settled = useSettled(typed, DEBOUNCE_MS)
  const { data } = useQuery({
    queryKey: ['mentions', settled],
    queryFn: ({ signal }) => call(listUsers, { query: { mention: settled, limit: MAX_OPTIONS } }, { signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
  return useMemo(() => data?.filter((person) => begins(person, typed)), [data, typed])
}

function begins({ handle, firstName, lastName }: UserSummary, typed: string): boolean {
  const beginning = fold(typed)
  return (
    handle.startsWith(beginning) ||
    foldedWords(`${firstName ?? ''} ${lastName ?? ''} ${handle}`).some((word) =>
      word.startsWith(foldedWords(beginning).at(-1) ?? beginning),
    )
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { listPeople, type Person } from '#shared/follows.ts'
import { callList } from '#web/api/call.ts'

export type PeopleAsked = { region: string | undefined; tag: string | undefined }

/** So many at first: the page has more to show than people. */
const PAGE = 12

/** Members of this region with this interest, the most followed first. */
export function usePeople({ region, tag }: PeopleAsked, keep: (persons: readonly Person[]) => void) {
  const query = useInfiniteQuery({
    queryKey: ['discover', 'people', region ?? '', tag ?? ''],
    queryFn: async ({ pageParam: cursor }: { pageParam: string | undefined }) => {
      const page = await callList(listPeople, { query: { region, tag, limit: PAGE, cursor } })
      keep(page.items)
      return page
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  })
  return { ...query, persons: query.data && withoutRepeats(query.data.pages.flatMap(({ items }) => items)) }
}

/** Who gains followers while one pages through stands in two pages. */
function withoutRepeats(persons: Person[]): Person[] {
  return [...new Map(persons.map((person) => [person.id, person])).values()]
}

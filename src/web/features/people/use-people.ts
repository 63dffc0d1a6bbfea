import { useInfiniteQuery } from '@tanstack/react-query'
import { listFollowers, listFollowing, type Person } from '#shared/follows.ts'
import { callList } from '#web/api/call.ts'
import { keepPeople } from './keep-people.ts'

/** Who follows a member, or whom it follows. */
export type PeopleKind = 'followers' | 'following'

/** The latest first; asked for anew at each look. */
export function useFollowPages(userId: string, kind: PeopleKind) {
  const query = useInfiniteQuery({
    queryKey: ['people', kind, userId],
    queryFn: async ({ pageParam: cursor }: { pageParam: string | undefined }) => {
      const endpoint = kind === 'followers' ? listFollowers : listFollowing
      const page = await callList(endpoint, { params: { userId }, query: { cursor } })
      keepPeople(page.items)
      return page
    },
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  })
  return { ...query, persons: query.data && withoutRepeats(query.data.pages.flatMap(({ items }) => items)) }
}

/** Who is unfollowed and followed again while a list is paged through stands in two of its pages. */
function withoutRepeats(persons: Person[]): Person[] {
  return [...new Map(persons.map((person) => [person.id, person])).values()]
}

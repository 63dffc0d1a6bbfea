import { useInfiniteQuery } from '@tanstack/react-query'
import { listJourney, type Step } from '#shared/journey.ts'
import { callList } from '#web/api/call.ts'

/** What the member has made, the newest first; asked for at each visit. */
export function useJourney() {
  const query = useInfiniteQuery({
    queryKey: ['journey'],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) =>
      callList(listJourney, { query: { cursor: pageParam } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
    refetchOnMount: 'always',
  })
  return { ...query, steps: query.data?.pages.flatMap(({ items }) => items) }
}

/** When a step was taken, ISO. */
export function timeOf(step: Step): string {
  return step.type === 'post' ? step.post.createdAt : step.stream.createdAt
}

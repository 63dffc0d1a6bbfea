import { useInfiniteQuery } from '@tanstack/react-query'
import { idsOf, listKey, loadPage, type PostList } from './post-lists.ts'

/** The ids of a list's posts as far as they are loaded, and the way to the next page. */
export function usePostList(list: PostList) {
  const query = useInfiniteQuery({
    queryKey: listKey(list),
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => loadPage(list, pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next,
  })
  return { ...query, ids: query.data && idsOf(query.data) }
}

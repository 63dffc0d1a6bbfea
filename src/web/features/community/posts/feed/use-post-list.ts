import { usePages } from '#web/api/use-pages.ts'
import { idOfItem, listKey, loadPage, type PostList } from '../post-lists.ts'

/** The ids of a list's posts, paged. Cached without expiry, so that a revisit shows the list as it was left. */
export function usePostList(list: PostList) {
  return usePages({
    key: listKey(list),
    load: (cursor) => loadPage(list, cursor),
    idOf: idOfItem,
    staleMs: Infinity,
  })
}

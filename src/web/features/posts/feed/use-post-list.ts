import { usePages } from '#web/api/use-pages.ts'
import { idOfItem, listKey, loadPage, type PostList } from './post-lists.ts'

/** The ids of a list's posts as far as they are loaded, and the way to the next page; shown again as it was left. */
export function usePostList(list: PostList) {
  return usePages({
    key: listKey(list),
    load: (cursor) => loadPage(list, cursor),
    idOf: idOfItem,
    freshMs: Infinity,
  })
}

import { listBookmarks } from '#shared/community/bookmarks.ts'
import { listCircle, listFeed, listUserPosts, type Post } from '#shared/community/posts.ts'
import { callList, type ListPage, type Snapshot } from '#web/api/call.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { updatePages, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { compareWithNewest } from '#web/lib/lists/compare-with-newest.ts'

/** Everyone's posts, posts of followed users, bookmarked posts, or the posts of one user. */
export type PostList =
  | { kind: 'feed' }
  | { kind: 'circle' }
  | { kind: 'bookmarks' }
  | { kind: 'user'; userId: string }

/** Lists contain ids; the posts are cached as entities. */
export const idOfItem = (id: string): string => id

const ALL_LISTS = ['post-lists']

export function listKey(list: PostList): string[] {
  return list.kind === 'user' ? [...ALL_LISTS, list.kind, list.userId] : [...ALL_LISTS, list.kind]
}

/** Loads one page of a list and caches its posts. */
export async function loadPage(list: PostList, cursor?: string): Promise<ListPage<string[]>> {
  const page = await callPage(list, { cursor })
  return { ...page, items: cacheEntities('posts', page.items) }
}

function callPage(list: PostList, query: { cursor: string | undefined }): Promise<ListPage<Post[]>> {
  switch (list.kind) {
    case 'feed':
      return callList(listFeed, { query })
    case 'circle':
      return callList(listCircle, { query })
    case 'bookmarks':
      return callList(listBookmarks, { query })
    case 'user':
      return callList(listUserPosts, { params: { userId: list.userId }, query })
    default:
      return list satisfies never
  }
}

/** Returns the loaded ids of a list without duplicates; undefined before its first page. */
export function loadedIds(list: PostList): string[] | undefined {
  const pages = queryClient.getQueryData<Pages<string>>(listKey(list))
  return pages && itemsOf(pages, idOfItem)
}

/** The end of the loaded list without the newer items above it; undefined before its first page. */
export function loadedSnapshot(list: PostList): Snapshot | undefined {
  return queryClient.getQueryData<Pages<string>>(listKey(list))?.pages[0]?.snapshot
}

/** Merges the newest page on top of the loaded list, or replaces the list where there is a gap between them. */
export function mergeNewest(
  list: PostList,
  newest: ListPage<string[]>,
  previousIds: readonly string[],
): void {
  const { removedIds, hasGap } = compareWithNewest(newest, previousIds)
  queryClient.setQueryData<Pages<string>>(listKey(list), (cached) => {
    const [first, ...rest] = cached?.pages ?? []
    if (!cached || !first || hasGap) return { pages: [newest], pageParams: [undefined] }
    const handledIds = new Set([...newest.items, ...removedIds])
    // Posts added while the page was loading are newer than the page.
    const newerIds = first.items.filter((id) => !handledIds.has(id) && !previousIds.includes(id))
    const onlyOlder = (items: string[]) => items.filter((id) => !handledIds.has(id) && !newerIds.includes(id))
    const top = {
      ...first,
      snapshot: newest.snapshot,
      items: [...newerIds, ...newest.items, ...onlyOlder(first.items)],
    }
    return { ...cached, pages: [top, ...rest.map((page) => ({ ...page, items: onlyOlder(page.items) }))] }
  })
}

/** Puts a new post on top of every loaded list that it belongs to. */
export function putOnTop(post: Pick<Post, 'id' | 'authorId'>): void {
  const lists: PostList[] = [{ kind: 'feed' }, { kind: 'circle' }, { kind: 'user', userId: post.authorId }]
  for (const list of lists)
    updatePages<string>(listKey(list), (items, page) =>
      page === 0 ? [post.id, ...items.filter((id) => id !== post.id)] : items,
    )
}

export function removeFromLists(postId: string): void {
  for (const [key] of queryClient.getQueriesData({ queryKey: ALL_LISTS }))
    updatePages<string>(key, (items) => items.filter((id) => id !== postId))
}

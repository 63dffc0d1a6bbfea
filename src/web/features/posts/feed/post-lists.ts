import { listBookmarks } from '#shared/bookmarks.ts'
import { listCircle, listFeed, listUserPosts, type Post } from '#shared/posts.ts'
import { callList, type ListPage } from '#web/api/call.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { updatePages, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'

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
  const { items, next } = await callPage(list, { cursor })
  return { items: cacheEntities('posts', items), next }
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

export type Changes = {
  /** Ids in the newest page that the list lacks. */
  fresh: string[]
  /** Ids of the list that the newest page should contain and does not. */
  removed: string[]
  /** The page does not overlap the list: posts between them are unknown. */
  hasGap: boolean
}

/** Compares a list's newest page with the ids that were loaded when it was requested. */
export function compareWithNewest({ items, next }: ListPage<string[]>, before: readonly string[]): Changes {
  const loaded = new Set(before)
  const present = new Set(items)
  const lastCommon = before.findLastIndex((id) => present.has(id))
  const covered = next === null ? before : before.slice(0, lastCommon + 1)
  return {
    fresh: items.filter((id) => !loaded.has(id)),
    removed: covered.filter((id) => !present.has(id)),
    hasGap: lastCommon === -1 && next !== null,
  }
}

/** Merges the newest page on top of the loaded list, or replaces the list where there is a gap between them. */
export function mergeNewest(list: PostList, newest: ListPage<string[]>, before: readonly string[]): void {
  const { removed, hasGap } = compareWithNewest(newest, before)
  queryClient.setQueryData<Pages<string>>(listKey(list), (cached) => {
    const [first, ...rest] = cached?.pages ?? []
    if (!cached || !first || hasGap) return { pages: [newest], pageParams: [undefined] }
    const merged = new Set([...newest.items, ...removed])
    // Posts added while the page was loading are newer than the page.
    const newer = first.items.filter((id) => !merged.has(id) && !before.includes(id))
    const older = (items: string[]) => items.filter((id) => !merged.has(id) && !newer.includes(id))
    const top = { ...first, items: [...newer, ...newest.items, ...older(first.items)] }
    return { ...cached, pages: [top, ...rest.map((page) => ({ ...page, items: older(page.items) }))] }
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

import { listBookmarks } from '#shared/bookmarks.ts'
import { listCircle, listFeed, listUserPosts, type Post } from '#shared/posts.ts'
import { callList, type ListPage } from '#web/api/call.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { updatePages, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'

/** Everyone's posts, those of whom one follows, what one has kept, or a member's own. */
export type PostList =
  | { kind: 'feed' }
  | { kind: 'circle' }
  | { kind: 'treasured' }
  | { kind: 'member'; userId: string }

/** Lists hold ids; the posts themselves are in their own places. */
export const idOfItem = (id: string): string => id

const ALL_LISTS = ['post-lists']

export function listKey(list: PostList): string[] {
  return list.kind === 'member' ? [...ALL_LISTS, list.kind, list.userId] : [...ALL_LISTS, list.kind]
}

/** Asks for one page of a list, and puts its posts in their places. */
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
    case 'treasured':
      return callList(listBookmarks, { query })
    case 'member':
      return callList(listUserPosts, { params: { userId: list.userId }, query })
    default:
      return list satisfies never
  }
}

/** The ids of a list as far as it is loaded, each once; undefined before its first page. */
export function loadedIds(list: PostList): string[] | undefined {
  const pages = queryClient.getQueryData<Pages<string>>(listKey(list))
  return pages && itemsOf(pages, idOfItem)
}

export type Changes = {
  /** What the newest page has and the list has not. */
  fresh: string[]
  /** What the newest page should hold and does not. */
  gone: string[]
  /** The page does not reach down to the list: what lies between is not known. */
  hasGap: boolean
}

/** Compares a list's newest page with the ids that were loaded when it was asked for. */
export function changesOf({ items, next }: ListPage<string[]>, before: readonly string[]): Changes {
  const known = new Set(before)
  const present = new Set(items)
  const lowest = before.findLastIndex((id) => present.has(id))
  const reached = next === null ? before : before.slice(0, lowest + 1)
  return {
    fresh: items.filter((id) => !known.has(id)),
    gone: reached.filter((id) => !present.has(id)),
    hasGap: lowest === -1 && next !== null,
  }
}

/** Puts the newest page on top of what is loaded, or in its place where there is a gap between them. */
export function mergeNewest(list: PostList, newest: ListPage<string[]>, before: readonly string[]): void {
  const { gone, hasGap } = changesOf(newest, before)
  queryClient.setQueryData<Pages<string>>(listKey(list), (known) => {
    const [first, ...rest] = known?.pages ?? []
    if (!known || !first || hasGap) return { pages: [newest], pageParams: [undefined] }
    const settled = new Set([...newest.items, ...gone])
    // What was posted while the page was on its way is newer than the page.
    const newer = first.items.filter((id) => !settled.has(id) && !before.includes(id))
    const older = (items: string[]) => items.filter((id) => !settled.has(id) && !newer.includes(id))
    const top = { ...first, items: [...newer, ...newest.items, ...older(first.items)] }
    return { ...known, pages: [top, ...rest.map((page) => ({ ...page, items: older(page.items) }))] }
  })
}

/** Puts a member's new post on top of every loaded list that it belongs to. */
export function putOnTop(post: Pick<Post, 'id' | 'authorId'>): void {
  const lists: PostList[] = [{ kind: 'feed' }, { kind: 'circle' }, { kind: 'member', userId: post.authorId }]
  for (const list of lists)
    updatePages<string>(listKey(list), (items, page) =>
      page === 0 ? [post.id, ...items.filter((id) => id !== post.id)] : items,
    )
}

export function dropFromLists(postId: string): void {
  for (const [key] of queryClient.getQueriesData({ queryKey: ALL_LISTS }))
    updatePages<string>(key, (items) => items.filter((id) => id !== postId))
}

import { listNotifications, type Notification, readNotifications } from '#shared/notifications.ts'
import { call, callList, type ListPage } from '#web/api/call.ts'
import { updatePages, idOfRecord, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { socketAttempted } from '#web/realtime/socket-attempted.ts'
import { setUnread } from './unread-count.ts'

/** The member's notifications as one visit of the page has them: coming back to it finds them as they were left. */
export const activityKey = (visit: string) => ['notifications', 'visit', visit]

export async function loadActivity(cursor?: string): Promise<ListPage<Notification[]>> {
  await socketAttempted()
  return callList(listNotifications, { query: { cursor } })
}

/** The newest page in the place of all that is loaded. */
export async function showNewest(visit: string): Promise<void> {
  const newest = await loadActivity()
  queryClient.setQueryData<Pages<Notification>>(activityKey(visit), {
    pages: [newest],
    pageParams: [undefined],
  })
}

/** The ids of what is loaded; undefined before the first page. */
export function loadedActivity(visit: string): ReadonlySet<string> | undefined {
  const pages = queryClient.getQueryData<Pages<Notification>>(activityKey(visit))
  return pages && new Set(itemsOf(pages, idOfRecord).map(({ id }) => id))
}

/** Changes what is loaded in its place: nothing moves under who reads, but for what is gone (null). */
export function changeActivity(visit: string, change: (known: Notification) => Notification | null): void {
  updatePages<Notification>(activityKey(visit), (items) => items.flatMap((item) => change(item) ?? []))
}

/** Tells the server that these have been read, or all. */
export async function markRead(visit: string, ids?: readonly string[]): Promise<void> {
  const { unreadCount } = await call(readNotifications, { body: ids ? { ids: [...ids] } : {} })
  setUnread(unreadCount)
  const read = ids && new Set(ids)
  changeActivity(visit, (known) => (!read || read.has(known.id) ? { ...known, isRead: true } : known))
}

import {
  listNotifications,
  type Notification,
  readNotifications,
} from '#shared/notifications/notifications.ts'
import { call, callList, type ListPage } from '#web/api/call.ts'
import { updatePages, getId, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { setUnread } from './unread-count.ts'

/** Cache key of the notifications of one visit (history entry) of the page: back navigation shows them unchanged. */
export const activityKey = (visitId: string) => ['notifications', 'visit', visitId]

export async function loadActivity(cursor?: string): Promise<ListPage<Notification[]>> {
  const page = await callList(listNotifications, { query: { cursor } })
  // A notification moves to the top when another user joins it: its id alone does not identify its state.
  return { ...page, snapshot: { ...page.snapshot, cursor: page.items[0]?.createdAt ?? null } }
}

/** Replaces the loaded pages with the newest one. */
export async function showNewest(visitId: string): Promise<void> {
  const newest = await loadActivity()
  queryClient.setQueryData<Pages<Notification>>(activityKey(visitId), {
    pages: [newest],
    pageParams: [undefined],
  })
}

/** Returns the loaded notifications; undefined before the first page. */
export function loadedActivity(visitId: string): Notification[] | undefined {
  const pages = queryClient.getQueryData<Pages<Notification>>(activityKey(visitId))
  return pages && itemsOf(pages, getId)
}

/** Updates loaded notifications in place; `change` returns null to remove one. */
export function updateActivity(
  visitId: string,
  change: (notification: Notification) => Notification | null,
): void {
  updatePages<Notification>(activityKey(visitId), (items) => items.flatMap((item) => change(item) ?? []))
}

/** Marks the given notifications, or all, as read. */
export async function markRead(visitId: string, ids?: readonly string[]): Promise<void> {
  const { unreadCount } = await call(readNotifications, { body: ids ? { ids: [...ids] } : {} })
  setUnread(unreadCount)
  const read = ids && new Set(ids)
  updateActivity(visitId, (notification) =>
    !read || read.has(notification.id) ? { ...notification, isRead: true } : notification,
  )
}

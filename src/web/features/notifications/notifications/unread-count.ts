import { countUnread } from '#shared/notifications/notifications.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

/** Cache key of the current user's number of unread notifications. */
export const UNREAD_KEY = ['notifications', 'unread']

export async function fetchUnread(): Promise<number> {
  return (await call(countUnread, {})).unreadCount
}

/** Sets the count of a socket message, and cancels a request in flight, whose response is older. */
export function setUnread(unreadCount: number): void {
  void queryClient.cancelQueries({ queryKey: UNREAD_KEY }, { silent: true, revert: false })
  queryClient.setQueryData(UNREAD_KEY, unreadCount)
}

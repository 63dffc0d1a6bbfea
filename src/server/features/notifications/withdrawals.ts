import { type NotificationEvent, QUIET_MS, subjectOf } from './notification-event.ts'

/** The state of a notification when its actor was removed. */
export type WithdrawnNotification = { id: string; readAt: Date | null; lastAt: Date }

/**
 * Withdrawals of the last `QUIET_MS`, by recipient, actor and subject, the latest at the end. Only in memory: losing
 * one costs no more than a repeated notification.
 */
const withdrawalByKey = new Map<string, WithdrawnNotification & { withdrawnAt: number }>()
/** The oldest is evicted first. About 10 MB; more than hundreds of users can reach within their rate limits. */
const MAX_WITHDRAWALS = 50_000

/** Notifications that were withdrawn before their delivery. */
const undeliveredIds = new Set<string>()

/** Remembers the withdrawal of a like or a follow; other types are ignored, as another comment has new content. */
export function recordWithdrawal(event: NotificationEvent, notification: WithdrawnNotification): void {
  if (event.type !== 'like' && event.type !== 'follow') return
  const key = keyOf(event)
  withdrawalByKey.delete(key)
  withdrawalByKey.set(key, { ...notification, withdrawnAt: Date.now() })
  for (const [oldest, { withdrawnAt }] of withdrawalByKey) {
    if (withdrawalByKey.size <= MAX_WITHDRAWALS && isRecent(withdrawnAt)) break
    withdrawalByKey.delete(oldest)
  }
}

/** Marks a notification that was withdrawn before its delivery: the same event is then new to its recipient. */
export function markUndelivered(id: string): void {
  undeliveredIds.add(id)
  for (const oldest of undeliveredIds) {
    if (undeliveredIds.size <= MAX_WITHDRAWALS) break
    undeliveredIds.delete(oldest)
  }
}

/**
 * Returns the notification from which the same event was withdrawn within `QUIET_MS`, unless it was withdrawn unread
 * before its delivery.
 */
export function findWithdrawn(event: NotificationEvent): WithdrawnNotification | undefined {
  const found = withdrawalByKey.get(keyOf(event))
  if (!found || !isRecent(found.withdrawnAt)) return undefined
  return found.readAt === null && undeliveredIds.has(found.id) ? undefined : found
}

const keyOf = (event: NotificationEvent) => [event.userId, event.actorId, subjectOf(event)].join(' ')

const isRecent = (withdrawnAt: number) => Date.now() - withdrawnAt < QUIET_MS

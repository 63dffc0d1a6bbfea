import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { notifications } from './schema.ts'

const { id, actorsCount, readAt } = notifications

/** Returns the recipients of the existing notifications. `isWithdrawn`: all events of the notification are withdrawn. */
export async function listRecipients(
  db: Executor,
  ids: readonly string[],
): Promise<{ id: string; recipient: Caller; isWithdrawn: boolean }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id, actorsCount, recipient: { id: users.id, role: users.role } })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(inArray(id, [...ids]))
  return rows.map((row) => ({ id: row.id, recipient: row.recipient, isWithdrawn: row.actorsCount === 0 }))
}

/** Locks these notifications, except those that another transaction has locked; returns the locked ones. */
export async function lockAvailable(tx: Executor, ids: readonly string[]): Promise<DeliveredNotification[]> {
  return tx
    .select({ id, actorsCount, readAt })
    .from(notifications)
    .where(inArray(id, [...ids]))
    .for('no key update', { skipLocked: true })
}

/** Locks one notification, after waiting for the transaction that has locked it. Returns [] if it does not exist. */
export async function lockNotification(
  tx: Executor,
  notificationId: string,
): Promise<DeliveredNotification[]> {
  return tx
    .select({ id, actorsCount, readAt })
    .from(notifications)
    .where(eq(id, notificationId))
    .for('no key update')
}

export type DeliveredNotification = Pick<typeof notifications.$inferSelect, 'id' | 'actorsCount' | 'readAt'>

export async function deleteNotifications(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx.delete(notifications).where(inArray(id, [...ids]))
}

/** Returns the ids of the notifications with an actor who is not withdrawn. */
export async function listWithActors(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id })
    .from(notifications)
    .where(and(inArray(id, [...ids]), gt(actorsCount, 0)))
  return new Set(rows.map((row) => row.id))
}

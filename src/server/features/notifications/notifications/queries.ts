import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { NotificationType } from '#shared/notifications/notifications.ts'
import type { Executor } from '#server/db/executor.ts'
import { prepareStatement } from '#server/db/prepared.ts'
import { notifications } from './schema.ts'

/** The unread count stops here, which bounds its cost. */
const MAX_UNREAD = 1000

/** Whether a user has a notification of this type since a time, read or not. */
export async function wasNotified(
  db: Executor,
  { userId, type, since }: { userId: string; type: NotificationType; since: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from notifications where user_id = ${userId} and type = ${type} and last_at > ${since.toISOString()} limit 1`)
  return rows.length > 0
}

/** Most notifications that a channel sends at once. */
export const MAX_NEWEST = 20

const newest = prepareStatement<{ userId: string }, { id: string; at: number }>(
  'notifications_newest',
  sql`select id, floor(extract(epoch from last_at) * 1000)::float8 as at from notifications
    where user_id = ${sql.placeholder('userId')}::uuid and not is_hidden
    order by last_at desc, id desc limit ${sql.raw(String(MAX_NEWEST))}`,
)

/** Returns a user's newest notifications, newest first; `at` is the time of the latest event in ms. */
export function listNewest(db: Executor, userId: string): Promise<{ id: string; at: number }[]> {
  return newest(db, { userId })
}

/** Returns the number of unread notifications by user, at most `MAX_UNREAD`; omits users without any. */
export async function countUnread(db: Executor, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await unreadCounts(db, { userIds: [...userIds] })
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const unreadCounts = prepareStatement<{ userIds: string[] }, { id: string; count: number }>(
  'notifications_unread',
  sql`
    select u.id, unread_count.count
    from unnest(${sql.placeholder('userIds')}::uuid[]) as u(id)
    cross join lateral (
      select count(*)::int as count from (
        select 1 from notifications
        where user_id = u.id and read_at is null and not is_hidden
        limit ${sql.raw(String(MAX_UNREAD))}
      ) as unread
    ) as unread_count
    where unread_count.count > 0`,
)

/**
 * Marks these notifications of a user as read, or all without `ids`; returns how many were unread. Withdrawn ones stay
 * as they are, for the case that they are restored.
 */
export async function markRead(db: Executor, userId: string, ids?: readonly string[]): Promise<number> {
  const rows = await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        gt(notifications.actorsCount, 0),
        ids && inArray(notifications.id, [...ids]),
      ),
    )
    .returning({ id: notifications.id })
  return rows.length
}

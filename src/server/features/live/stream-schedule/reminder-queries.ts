import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { hasAiredAsAnnounced } from '#server/features/live/streams/announced-queries.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { streamReminders } from './schema.ts'

type StreamUser = { streamId: string; userId: string }

/** Adds a reminder if there is none. Returns the stream's number of reminders. Locks the stream first, as the other functions of this file. */
export async function insertReminder(db: Executor, { streamId, userId }: StreamUser): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with locked as (select id from streams where id = ${streamId} for no key update),
    added as (
      insert into stream_reminders (stream_id, user_id) select locked.id, ${userId}::uuid from locked
      on conflict do nothing returning stream_id
    )
    update streams set reminders_count = reminders_count + 1 from added where id = added.stream_id
    returning reminders_count as count`)
  return rows[0]?.count ?? countReminders(db, streamId)
}

/**
 * Deletes a reminder. Returns the stream's number of reminders. Locks the stream first, as `clearReminders` does: the
 * same lock order prevents a deadlock.
 */
export async function deleteReminder(db: Executor, { streamId, userId }: StreamUser): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with locked as (select id from streams where id = ${streamId} for no key update),
    removed as (
      delete from stream_reminders using locked where stream_id = locked.id and user_id = ${userId} returning stream_id
    )
    update streams set reminders_count = reminders_count - 1 from removed where id = removed.stream_id
    returning reminders_count as count`)
  return rows[0]?.count ?? countReminders(db, streamId)
}

/** Deletes all reminders of a stream after its announced broadcast. After a rehearsal the reminders stay. */
export async function clearReminders(db: Executor, streamId: string): Promise<void> {
  await db.execute(sql`
    with aired as (
      select id from streams where id = ${streamId} and (scheduled_for is null or ${hasAiredAsAnnounced})
      for no key update
    ),
    removed as (
      delete from stream_reminders using aired where stream_id = aired.id returning stream_id
    )
    update streams set reminders_count = reminders_count - (select count(*)::int from removed)
    where id = ${streamId} and exists (select from removed)`)
}

async function countReminders(db: Executor, streamId: string): Promise<number> {
  const [row] = await db
    .select({ count: streams.remindersCount })
    .from(streams)
    .where(eq(streams.id, streamId))
  return row?.count ?? 0
}

/** Returns the ids of the streams for which the user has a reminder. */
export async function listRemindedIds(
  db: Executor,
  userId: string,
  streamIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: streamReminders.streamId })
    .from(streamReminders)
    .where(and(inArray(streamReminders.streamId, [...streamIds]), eq(streamReminders.userId, userId)))
  return rows.map(({ id }) => id)
}

/** Deletes all reminders of a user, and lowers the counts of the streams. */
export async function deleteRemindersOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with locked as (
      select id from streams where id in (select stream_id from stream_reminders where user_id = ${userId})
      order by id for no key update
    ),
    removed as (
      delete from stream_reminders using locked where stream_id = locked.id and user_id = ${userId} returning stream_id
    )
    update streams set reminders_count = reminders_count - 1 from removed where id = removed.stream_id`)
}

import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { wasAnnounced } from './announced-queries.ts'
import { streams } from '#server/features/streams/schema.ts'

type OfMember = { streamId: string; userId: string }

/** Asking again counts nothing. Answers how many ask. */
export async function insertReminder(db: Executor, { streamId, userId }: OfMember): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with added as (
      insert into stream_reminders (stream_id, user_id) values (${streamId}, ${userId})
      on conflict do nothing returning stream_id
    )
    update streams set reminders_count = reminders_count + 1 from added where id = added.stream_id
    returning reminders_count as count`)
  return rows[0]?.count ?? countReminders(db, streamId)
}

/**
 * Answers how many still ask. The stream is locked first, as `clearReminders` does: the two must not wait for each
 * other.
 */
export async function deleteReminder(db: Executor, { streamId, userId }: OfMember): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with held as (select id from streams where id = ${streamId} for no key update),
    gone as (
      delete from stream_reminders using held where stream_id = held.id and user_id = ${userId} returning stream_id
    )
    update streams set reminders_count = reminders_count - 1 from gone where id = gone.stream_id
    returning reminders_count as count`)
  return rows[0]?.count ?? countReminders(db, streamId)
}

/** Once what was announced has come nobody waits for it any more; before, and after a rehearsal, the reminders stay. */
export async function clearReminders(db: Executor, streamId: string): Promise<void> {
  await db.execute(sql`
    with begun as (
      select id from streams where id = ${streamId} and (scheduled_for is null or ${wasAnnounced})
      for no key update
    ),
    gone as (
      delete from stream_reminders using begun where stream_id = begun.id returning stream_id
    )
    update streams set reminders_count = reminders_count - (select count(*)::int from gone)
    where id = ${streamId} and exists (select from gone)`)
}

async function countReminders(db: Executor, streamId: string): Promise<number> {
  const [row] = await db
    .select({ count: streams.remindersCount })
    .from(streams)
    .where(eq(streams.id, streamId))
  return row?.count ?? 0
}

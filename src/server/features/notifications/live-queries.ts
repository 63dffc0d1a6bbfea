import { type SQL, and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { subjectOf } from './notice.ts'

type Start = { streamId: string; streamerId: string }

/** A stream that is live; nobody but those who asked hears of a private one. */
export async function findStart(
  db: Executor,
  streamId: string,
): Promise<(Start & { isPublic: boolean }) | undefined> {
  const [row] = await db
    .select({ streamId: streams.id, streamerId: streams.streamerId, isPublic: streams.isPublic })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.streamerId))
    .where(and(eq(streams.id, streamId), streams.isLive, users.isActive))
  return row
}

type Batch = Start & { since: Date; after: string; limit: number }
type Opened = { ids: string[]; next: string | null }

/**
 * Opens the notifications of the next `limit` followers after the follow `after`, but for those who do not want them
 * or have one of this stream that is younger than `since`. `next` is null behind the last.
 */
export function openForFollowers(db: Executor, batch: Batch): Promise<Opened> {
  const followers = sql`
    select id as place, follower_id as user_id from follows
    where following_id = ${batch.streamerId} and id > ${batch.after}
    order by id limit ${batch.limit}`
  const wanted = sql`coalesce((u.notification_choices ->> 'live')::boolean, true)`
  return openNotifications(db, batch, followers, wanted)
}

/** The same for those who asked to be told, whatever they want of others; but for whom the stream refuses since. */
export function openForAskers(db: Executor, batch: Batch): Promise<Opened> {
  const askers = sql`
    select user_id as place, user_id from stream_reminders
    where stream_id = ${batch.streamId} and user_id > ${batch.after}
    order by user_id limit ${batch.limit}`
  const wanted = sql`not exists (
    select from stream_bans b where b.stream_id = ${batch.streamId} and b.user_id = u.id and b.until is null
  )`
  return openNotifications(db, batch, askers, wanted)
}

async function openNotifications(
  db: Executor,
  { streamId, streamerId, since, limit }: Batch,
  recipients: SQL,
  wanted: SQL,
): Promise<Opened> {
  const subject = subjectOf({ type: 'live', streamId })
  const result = await db.execute<Opened>(sql`
    with batch as (${recipients}),
    opened as (
      insert into notifications (id, user_id, type, subject, stream_id, actors_count)
      select gen_random_uuid(), u.id, 'live', ${subject}, ${streamId}::uuid, 1
      from batch join users u on u.id = batch.user_id
      where u.is_active and u.id <> ${streamerId} and ${wanted}
        and not exists (
          select 1 from notifications n
          where n.user_id = u.id and n.subject = ${subject} and n.last_at > ${since.toISOString()}::timestamptz
        )
      on conflict (user_id, subject) where read_at is null do update set last_at = excluded.last_at
      returning id
    ),
    joined as (
      insert into notification_actors (notification_id, actor_id)
      select id, ${streamerId}::uuid from opened on conflict do nothing
    )
    select array(select id from opened) as ids,
      (select place from batch order by place offset ${limit - 1}) as next`)
  return result.rows[0] ?? { ids: [], next: null }
}

import { type SQL, and, eq, sql } from 'drizzle-orm'
import { isHiddenFrom } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { MAX_EARLY_START_MS } from '#shared/live/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import { milliseconds } from '#server/features/live/streams/announced-queries.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { groupKeyOf } from '#server/features/notifications/notifications/notification-event.ts'

/**
 * A stream that is live. `isAnnounced` is true when its start counts as the announced one: not earlier than
 * `MAX_EARLY_START_MS` before the announced time.
 */
export type Start = {
  streamId: string
  streamerId: string
  isPublic: boolean
  isAnnounced: boolean
  startedAt: Date | null
}

export async function findStart(db: Executor, streamId: string): Promise<Start | undefined> {
  const [row] = await db
    .select({
      streamId: streams.id,
      streamerId: streams.streamerId,
      isPublic: streams.isPublic,
      startedAt: streams.startedAt,
      isAnnounced: sql<boolean>`(
        ${streams.startedAt} >= ${streams.scheduledFor} - ${milliseconds(MAX_EARLY_START_MS)}
      ) is true`,
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.streamerId))
    .where(and(eq(streams.id, streamId), streams.isLive, users.isActive))
  return row
}

/** Serializes the starts of a streamer until the end of the transaction. */
export async function lockStarts(tx: Executor, streamerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`starts ${streamerId}`}, 0))`)
}

type Batch = Start & { since: Date; after: string; limit: number }
type OpenedBatch = { ids: string[]; next: string | null }

/**
 * Opens the notifications of the next `limit` followers after the follow `after`, except followers who have disabled
 * them or were notified of a start of this streamer after `since`. `next` is null after the last batch.
 */
export function openForFollowers(db: Executor, batch: Batch): Promise<OpenedBatch> {
  const followers = sql`
    select id as sort_key, follower_id as user_id from follows
    where following_id = ${batch.streamerId} and id > ${batch.after}
    order by id limit ${batch.limit}`
  const condition = sql`
    coalesce((u.notification_choices ->> 'live')::boolean, true)
    and not exists (
      select from notifications n
      join notification_actors a on a.notification_id = n.id and a.actor_id = ${batch.streamerId}
      where n.user_id = u.id and n.type = 'live' and n.last_at > ${batch.since.toISOString()}::timestamptz
    )`
  return openStartNotifications(db, batch, followers, condition)
}

/**
 * As `openForFollowers`, for users with a reminder, regardless of their preferences. Notifies of the announced start once, and
 * of another start unless the user was notified of this stream after `since`.
 */
export function openForReminders(db: Executor, batch: Batch): Promise<OpenedBatch> {
  const since = (batch.isAnnounced && batch.startedAt) || batch.since
  const reminders = sql`
    select user_id as sort_key, user_id from stream_reminders
    where stream_id = ${batch.streamId} and user_id > ${batch.after}
    order by user_id limit ${batch.limit}`
  const condition = sql`not exists (
    select from notifications n
    where n.user_id = u.id and n.group_key = ${groupKeyOf({ type: 'live', ...batch })}
      and n.last_at >= ${since.toISOString()}::timestamptz
  )`
  return openStartNotifications(db, batch, reminders, condition)
}

/**
 * Skips recipients who do not meet the condition, are inactive or are banned from the stream, and those from whom the
 * streamer is hidden.
 */
async function openStartNotifications(
  db: Executor,
  { streamId, streamerId, limit }: Batch,
  recipients: SQL,
  condition: SQL,
): Promise<OpenedBatch> {
  const groupKey = groupKeyOf({ type: 'live', streamId })
  const result = await db.execute<OpenedBatch>(sql`
    with batch as (${recipients}),
    -- The lock delays a deletion of the stream until the notifications exist, so that it also deletes them.
    stream as (select id from streams where id = ${streamId} for key share),
    opened as (
      insert into notifications (id, user_id, type, group_key, subject_kind, subject_id, actors_count)
      select gen_random_uuid(), u.id, 'live', ${groupKey}, 'stream', stream.id, 1
      from stream cross join batch join users u on u.id = batch.user_id
      where u.is_active and u.id <> ${streamerId} and ${condition}
        and not ${isHiddenFrom(sql`u.id`, sql`${streamerId}::uuid`)}
        and not exists (
          select from stream_bans b where b.stream_id = ${streamId} and b.user_id = u.id and b.until is null
        )
      on conflict (user_id, group_key) where read_at is null do update set last_at = excluded.last_at
      returning id
    ),
    joined as (
      insert into notification_actors (notification_id, actor_id)
      select id, ${streamerId}::uuid from opened on conflict do nothing
    )
    select array(select id from opened) as ids,
      (select sort_key from batch order by sort_key offset ${limit - 1}) as next`)
  return result.rows[0] ?? { ids: [], next: null }
}

import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'
import { users } from '#server/features/users/schema.ts'
import { subjectOf } from './notice.ts'

type Start = { streamId: string; streamerId: string }

/** A stream that is live for everyone to see. */
export async function findPublicStart(db: Executor, streamId: string): Promise<Start | undefined> {
  const [row] = await db
    .select({ streamId: streams.id, streamerId: streams.streamerId })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.streamerId))
    .where(and(eq(streams.id, streamId), streams.isLive, streams.isPublic, users.isActive))
  return row
}

type Batch = Start & { since: Date; after: string; limit: number }

/**
 * Opens the notifications of the next `limit` followers after the follow `after`, but for those who do not want them
 * or have one of this stream that is younger than `since`. `next` is null behind the last.
 */
export async function openLiveNotices(
  db: Executor,
  { streamId, streamerId, since, after, limit }: Batch,
): Promise<{ ids: string[]; next: string | null }> {
  const subject = subjectOf({ type: 'live', streamId })
  const result = await db.execute<{ ids: string[]; next: string | null }>(sql`
    with batch as (
      select id, follower_id from follows
      where following_id = ${streamerId} and id > ${after}
      order by id limit ${limit}
    ),
    opened as (
      insert into notifications (id, user_id, type, subject, stream_id, actors_count)
      select gen_random_uuid(), u.id, 'live', ${subject}, ${streamId}::uuid, 1
      from batch join users u on u.id = batch.follower_id
      where u.is_active and coalesce((u.notification_choices ->> 'live')::boolean, true)
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
      (select id from batch order by id offset ${limit - 1}) as next`)
  return result.rows[0] ?? { ids: [], next: null }
}

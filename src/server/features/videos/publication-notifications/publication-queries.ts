import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { isHiddenFrom } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { groupKeyOf } from '#server/features/notifications/notifications/notification-event.ts'

/** New videos of a creator that are announced together. */
export type Publication = {
  creatorId: string
  /** The latest of them. */
  videoId: string
  publishedAt: Date
  videosCount: number
  /** Time of the last announcement; null if not in the last hour. */
  lastAnnouncedAt: Date | null
}

/** Videos that were published earlier are not announced. */
const NEWS_HOURS = 24

/**
 * Finds the creator's public videos since the last announcement. A notification that was opened after the
 * latest of them belongs to an interrupted attempt to announce the same videos. Undefined if there are none.
 */
export async function findPublication(
  db: Executor,
  creatorId: string,
  since: Date,
): Promise<Publication | undefined> {
  const { rows } = await db.execute<{
    videoId: string
    publishedAt: string
    videosCount: number
    lastAnnouncedAt: string | null
  }>(sql`
    with published as (
      select v.id, v.published_at from videos v join users u on u.id = v.creator_id and u.is_active
      where v.creator_id = ${creatorId} and v.is_published and v.is_public and v.state = 'ready'
        and v.published_at > now() - make_interval(hours => ${NEWS_HOURS})
    ),
    latest as (select * from published order by published_at desc, id desc limit 1),
    earlier as (
      select max(n.last_at) as at
      from published join notifications n on n.subject_id = published.id and n.subject_kind = 'video'
      where n.type = 'video' and n.last_at < (select published_at from latest)
    )
    select latest.id as "videoId", latest.published_at as "publishedAt",
      (select count(*)::int from published where earlier.at is null or published_at > earlier.at) as "videosCount",
      case when earlier.at > ${since.toISOString()}::timestamptz then earlier.at end as "lastAnnouncedAt"
    from latest cross join earlier`)
  const [row] = rows
  return (
    row && {
      creatorId,
      videoId: row.videoId,
      publishedAt: new Date(row.publishedAt),
      videosCount: row.videosCount,
      lastAnnouncedAt: row.lastAnnouncedAt === null ? null : new Date(row.lastAnnouncedAt),
    }
  )
}

/** Serializes the announcements of a creator until the end of the transaction. */
export async function lockPublications(tx: Executor, creatorId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`videos ${creatorId}`}, 0))`)
}

/**
 * Opens the notifications of the next `limit` followers after the follow `after`, except followers who have disabled
 * them, have muted the creator or were notified of these videos before; videos join an unread notification. `next` is null
 * after the last batch.
 */
export async function openVideoNotifications(
  db: Executor,
  { creatorId, videoId, videosCount, publishedAt }: Publication,
  { after, limit }: { after: string; limit: number },
): Promise<{ ids: string[]; next: string | null }> {
  const groupKey = groupKeyOf({ type: 'video', creatorId })
  const { rows } = await db.execute<{ ids: string[]; next: string | null }>(sql`
    with batch as (
      select id as sort_key, follower_id as user_id from follows
      where following_id = ${creatorId} and id > ${after} order by id limit ${limit}
    ),
    -- Locked, so that a concurrent deletion of the video also deletes these notifications.
    latest as (select id from videos where id = ${videoId} for key share),
    opened as (
      insert into notifications (id, user_id, type, group_key, subject_kind, subject_id, videos_count, actors_count)
      select gen_random_uuid(), u.id, 'video', ${groupKey}, 'video', latest.id, ${videosCount}::int, 1
      from latest cross join batch join users u on u.id = batch.user_id
      where u.is_active and coalesce((u.notification_choices ->> 'video')::boolean, true)
        and not ${isHiddenFrom(sql`u.id`, sql`${creatorId}::uuid`)}
        and not exists (
          select from notifications n
          where n.user_id = u.id and n.group_key = ${groupKey} and n.last_at >= ${publishedAt.toISOString()}::timestamptz
        )
      on conflict (user_id, group_key) where read_at is null do update
      set last_at = excluded.last_at, subject_id = excluded.subject_id,
        videos_count = notifications.videos_count + excluded.videos_count
      returning id
    ),
    joined as (
      insert into notification_actors (notification_id, actor_id)
      select id, ${creatorId}::uuid from opened on conflict do nothing
    )
    select array(select id from opened) as ids,
      (select sort_key from batch order by sort_key offset ${limit - 1}) as next`)
  return rows[0] ?? { ids: [], next: null }
}

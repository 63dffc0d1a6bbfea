import { type SQL, and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type NotificationEvent, subjectOf } from './notification-event.ts'
import { notifications } from './schema.ts'

type WithdrawnNotification = { id: string; userId: string }

/** Locks a user's notifications of one subject, the open one and read ones, and returns their ids. */
export async function lockNotificationsOfSubject(tx: Executor, event: NotificationEvent): Promise<string[]> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, event.userId), eq(notifications.subject, subjectOf(event))))
    .orderBy(notifications.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/**
 * Withdraws the actor from notifications that this transaction has locked. Returns the notifications without another
 * actor, which are hidden now. An actor with another comment in the notification stays, with that comment.
 */
export async function withdrawActor(
  tx: Executor,
  ids: readonly string[],
  event: NotificationEvent,
): Promise<WithdrawnNotification[]> {
  const { actorId } = event
  const { postId, videoId, commentId } =
    event.type === 'comment' ? event : { postId: null, videoId: null, commentId: null }
  const { rows } = await tx.execute<WithdrawnNotification>(sql`
    with locked as (
      select n.id, (
        select c.id from comments c
        where (c.post_id = ${postId ?? null}::uuid or c.video_id = ${videoId ?? null}::uuid)
          and c.user_id = ${actorId} and c.id <> ${commentId}::uuid and c.hidden_at is null and c.created_at >= n.created_at
        order by c.id desc limit 1
      ) as other_id
      from notifications n where n.id = any(${sql.param([...ids])}::uuid[])
    ),
    reassigned as (
      update notification_actors a set comment_id = locked.other_id
      from locked where a.notification_id = locked.id and a.actor_id = ${actorId} and locked.other_id is not null
    ),
    withdrawn as (
      update notification_actors a set withdrawn_at = ${new Date().toISOString()}::timestamptz from locked
      where a.notification_id = locked.id and a.actor_id = ${actorId} and a.withdrawn_at is null
        and locked.other_id is null
      returning a.notification_id as id
    ),
    ${UNCOUNT_WITHDRAWN}`)
  return rows
}

/** The end of a statement that has withdrawn actors in `withdrawn`: returns the notifications without another actor. */
const UNCOUNT_WITHDRAWN = sql`
  uncounted as (
    update notifications n set actors_count = n.actors_count - 1 from withdrawn where n.id = withdrawn.id
    returning n.id, n.user_id, n.actors_count
  )
  select id, user_id as "userId" from uncounted where actors_count = 0`

/**
 * Withdraws the actor from all notifications of a user, except of changes of roles. Returns those without another actor,
 * which are hidden now.
 */
export async function withdrawAllOfActor(
  tx: Executor,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<WithdrawnNotification[]> {
  const { rows } = await tx.execute<WithdrawnNotification>(sql`
    with locked as (
      select n.id from notifications n join notification_actors a on a.notification_id = n.id
      where n.user_id = ${userId} and a.actor_id = ${actorId} and a.withdrawn_at is null and n.type <> 'role'
      order by n.id for update of n
    ),
    withdrawn as (
      update notification_actors a set withdrawn_at = ${new Date().toISOString()}::timestamptz from locked
      where a.notification_id = locked.id and a.actor_id = ${actorId} and a.withdrawn_at is null
      returning a.notification_id as id
    ),
    ${UNCOUNT_WITHDRAWN}`)
  return rows
}

/** Deletes a user's notifications about posts and videos of another, such as a mention in a comment by a third one. */
export async function deleteNotificationsAboutContentOf(
  tx: Executor,
  { userId, ownerId }: { userId: string; ownerId: string },
): Promise<WithdrawnNotification[]> {
  const { rows } = await tx.execute<WithdrawnNotification & { actorsCount: number }>(sql`
    delete from notifications n where n.user_id = ${userId} and (
      exists (select from posts p where p.id = n.post_id and p.author_id = ${ownerId})
      or exists (select from videos v where v.id = n.video_id and v.creator_id = ${ownerId})
    )
    returning n.id, n.user_id as "userId", n.actors_count as "actorsCount"`)
  return rows.filter(({ actorsCount }) => actorsCount > 0)
}

export type Entity = { postId: string } | { commentId: string } | { streamId: string } | { videoId: string }

/**
 * Deletes the notifications about a post, a comment, a stream or a video; called before that row is deleted. Returns
 * those that were not withdrawn before. One that announces other videos, too, stays.
 */
export async function deleteNotificationsAbout(
  tx: Executor,
  entity: Entity,
): Promise<WithdrawnNotification[]> {
  if ('videoId' in entity) await announceWithout(tx, entity.videoId)
  const deleted = await tx.delete(notifications).where(refersTo(entity)).returning({
    id: notifications.id,
    userId: notifications.userId,
    actorsCount: notifications.actorsCount,
  })
  return deleted.filter(({ actorsCount }) => actorsCount > 0).map(({ id, userId }) => ({ id, userId }))
}

/**
 * Takes a video out of the notifications that announce several of which it is the latest: the one that was published
 * before it is the latest then.
 */
async function announceWithout(tx: Executor, videoId: string): Promise<void> {
  await tx.execute(sql`
    with locked as (
      select n.id from notifications n
      where n.video_id = ${videoId} and n.type = 'video' and n.videos_count > 1
      order by n.id for no key update
    ),
    earlier as (
      select v.id from videos v join videos gone on gone.id = ${videoId} and gone.creator_id = v.creator_id
      where v.id <> gone.id and v.is_published and v.is_public and v.state = 'ready'
        and v.published_at <= gone.published_at
      order by v.published_at desc, v.id desc limit 1
    )
    update notifications n set video_id = earlier.id, videos_count = n.videos_count - 1
    from locked cross join earlier where n.id = locked.id`)
}

function refersTo(entity: Entity): SQL {
  if ('postId' in entity) return eq(notifications.postId, entity.postId)
  if ('videoId' in entity) return eq(notifications.videoId, entity.videoId)
  if ('commentId' in entity) return eq(notifications.commentId, entity.commentId)
  return eq(notifications.streamId, entity.streamId)
}

/**
 * Deletes what was withdrawn before this time and can no longer be restored, with the notifications that have no other
 * actor. Leaves those that are locked by a concurrent event for the next call.
 */
export async function deleteWithdrawn(db: Executor, before: Date): Promise<void> {
  const time = sql`${before.toISOString()}::timestamptz`
  await db.execute(sql`
    with locked as (
      select n.id, n.actors_count from notifications n
      where n.id in (select a.notification_id from notification_actors a where a.withdrawn_at < ${time})
      for no key update skip locked
    ),
    deleted as (
      delete from notifications n using locked
      where n.id = locked.id and locked.actors_count = 0 and not exists (
        select from notification_actors a where a.notification_id = n.id and a.withdrawn_at >= ${time}
      )
      returning n.id
    )
    delete from notification_actors a using locked
    where a.notification_id = locked.id and a.withdrawn_at < ${time}
      and not exists (select from deleted where deleted.id = locked.id)`)
}

import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { type Notice, subjectOf } from './notice.ts'
import { notifications } from './schema.ts'

/**
 * Opens the recipient's notification of this subject, or moves the one that is open to now, and locks it. Undefined
 * when the recipient does not want this kind.
 */
export async function openNotification(tx: Executor, notice: Notice): Promise<string | undefined> {
  const { type, userId, postId, commentId, streamId } = columnsOf(notice)
  const result = await tx.execute<{ id: string }>(sql`
    insert into notifications (id, user_id, type, subject, post_id, comment_id, stream_id)
    select ${v7()}::uuid, u.id, ${type}, ${subjectOf(notice)}, ${postId}::uuid, ${commentId}::uuid, ${streamId}::uuid
    from users u
    where u.id = ${userId} and u.is_active and coalesce((u.notification_choices ->> ${type})::boolean, true)
    on conflict (user_id, subject) where read_at is null
    do update set last_at = greatest(notifications.last_at, excluded.last_at)
    returning id`)
  return result.rows[0]?.id
}

/** Adds the actor to a notification that this transaction has locked; who is there already is counted once. */
export async function insertActor(tx: Executor, id: string, notice: Notice): Promise<void> {
  const commentId = notice.type === 'comment' ? notice.commentId : null
  await tx.execute(sql`
    with joined as (
      insert into notification_actors (notification_id, actor_id, comment_id)
      values (${id}, ${notice.actorId}, ${commentId}::uuid)
      on conflict (notification_id, actor_id)
      do update set comment_id = excluded.comment_id, created_at = excluded.created_at
      returning xmax = 0 as is_new
    )
    update notifications set actors_count = actors_count + 1
    where id = ${id} and (select is_new from joined)`)
}

/** Locks a member's notifications of one subject, the open one and those that were read. */
export async function lockOfSubject(tx: Executor, notice: Notice): Promise<string[]> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, notice.userId), eq(notifications.subject, subjectOf(notice))))
    .orderBy(notifications.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/**
 * Takes the actor out of notifications that this transaction has locked, and deletes those that have nobody left.
 * Who has written another comment since stays, with that one.
 */
export async function deleteActor(tx: Executor, ids: readonly string[], notice: Notice): Promise<void> {
  const { actorId } = notice
  const [postId, commentId] = notice.type === 'comment' ? [notice.postId, notice.commentId] : [null, null]
  await tx.execute(sql`
    with held as (
      select n.id, n.actors_count, (
        select c.id from comments c
        where c.post_id = ${postId}::uuid and c.user_id = ${actorId} and c.id <> ${commentId}::uuid
          and c.created_at >= n.created_at
        order by c.id desc limit 1
      ) as other_id
      from notifications n where n.id = any(${sql.param([...ids])}::uuid[])
    ),
    kept as (
      update notification_actors a set comment_id = held.other_id
      from held where a.notification_id = held.id and a.actor_id = ${actorId} and held.other_id is not null
    ),
    gone as (
      delete from notification_actors a using held
      where a.notification_id = held.id and a.actor_id = ${actorId} and held.other_id is null
      returning a.notification_id as id, held.actors_count as count
    ),
    counted as (
      update notifications n set actors_count = n.actors_count - 1
      from gone where n.id = gone.id and gone.count > 1
    )
    delete from notifications n using gone where n.id = gone.id and gone.count <= 1`)
}

function columnsOf(notice: Notice) {
  const { type, userId } = notice
  return {
    type,
    userId,
    postId: 'postId' in notice ? notice.postId : null,
    commentId: notice.type === 'mention' ? (notice.commentId ?? null) : null,
    streamId: notice.type === 'live' ? notice.streamId : null,
  }
}

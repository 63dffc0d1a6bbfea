import { type SQL, and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { type NotificationEvent, subjectOf } from './notification-event.ts'
import { notifications } from './schema.ts'
import type { Left } from './withdrawals.ts'

/** A notification that a notice has opened or joined, and whom it is for; quiet when nobody is to be told. */
type Opened = { id: string; userId: string; subject: string; isQuiet: boolean }
/** A notice, and the notification that it was in, when it was taken back a short time ago. */
type Wanted = NotificationEvent & { left?: Left | undefined }

/**
 * Opens the recipients' notifications of these subjects, or moves those that are open to now, and locks them, in one
 * statement; what was taken back becomes as it was, read or not. Who is inactive or does not want this kind is missing.
 * No two of the notices are of one subject for one recipient.
 */
export async function openNotifications(tx: Executor, notices: readonly Wanted[]): Promise<Opened[]> {
  const { rows } = await tx.execute<Opened>(sql`
    with wanted as (
      select n.* from jsonb_to_recordset(${JSON.stringify(notices.map(columnsOf))}::jsonb) as n(
        id uuid, user_id uuid, type text, subject text, post_id uuid, comment_id uuid, stream_id uuid,
        read_at timestamptz, last_at timestamptz)
      join users u on u.id = n.user_id
      where u.is_active and coalesce((u.notification_choices ->> n.type)::boolean, true)
    ),
    opened as (
      insert into notifications (id, user_id, type, subject, post_id, comment_id, stream_id, last_at)
      select id, user_id, type, subject, post_id, comment_id, stream_id, coalesce(last_at, now())
      from wanted where read_at is null
      order by user_id
      on conflict (user_id, subject) where read_at is null
      do update set last_at = greatest(notifications.last_at, excluded.last_at)
      returning id, user_id, subject
    ),
    restored as (
      insert into notifications (id, user_id, type, subject, post_id, comment_id, stream_id, last_at, read_at)
      select id, user_id, type, subject, post_id, comment_id, stream_id, last_at, read_at
      from wanted where read_at is not null
      order by user_id
      on conflict (id) do update set read_at = excluded.read_at
      returning id, user_id, subject
    )
    select o.id, o.user_id as "userId", o.subject, w.last_at is not null as "isQuiet"
    from (select * from opened union all select * from restored) o
    join wanted w on w.user_id = o.user_id and w.subject = o.subject`)
  return rows
}

type NewActor = { notificationId: string; actorId: string; commentId: string | null }

/** Adds actors to notifications that this transaction has locked; who is there already is counted once. */
export async function insertActors(tx: Executor, actors: readonly NewActor[]): Promise<void> {
  const rows = actors.map(({ notificationId, actorId, commentId }) => ({
    notification_id: notificationId,
    actor_id: actorId,
    comment_id: commentId,
  }))
  await tx.execute(sql`
    with joined as (
      insert into notification_actors (notification_id, actor_id, comment_id)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as a(notification_id uuid, actor_id uuid, comment_id uuid)
      on conflict (notification_id, actor_id)
      do update set comment_id = excluded.comment_id, created_at = excluded.created_at
      returning notification_id, xmax = 0 as is_new
    )
    update notifications set actors_count = actors_count + 1
    from joined where id = joined.notification_id and joined.is_new`)
}

/** Locks a member's notifications of one subject, the open one and those that were read: how each is, by its id. */
export async function lockOfSubject(
  tx: Executor,
  notice: NotificationEvent,
): Promise<Map<string, Pick<Left, 'readAt' | 'lastAt'>>> {
  const rows = await tx
    .select({ id: notifications.id, readAt: notifications.readAt, lastAt: notifications.lastAt })
    .from(notifications)
    .where(and(eq(notifications.userId, notice.userId), eq(notifications.subject, subjectOf(notice))))
    .orderBy(notifications.id)
    .for('update')
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * Takes the actor out of notifications that this transaction has locked, and deletes those that have nobody left. It
 * answers which the actor left, and which of them are gone. Who has written another comment since stays, with that one.
 */
export async function deleteActor(
  tx: Executor,
  ids: readonly string[],
  notice: NotificationEvent,
): Promise<(Pick<Opened, 'id' | 'userId'> & { isGone: boolean })[]> {
  const { actorId } = notice
  const [postId, commentId] = notice.type === 'comment' ? [notice.postId, notice.commentId] : [null, null]
  const { rows } = await tx.execute<Pick<Opened, 'id' | 'userId'> & { isGone: boolean }>(sql`
    with held as (
      select n.id, n.user_id, n.actors_count, (
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
      returning a.notification_id as id, held.user_id, held.actors_count as count
    ),
    counted as (
      update notifications n set actors_count = n.actors_count - 1
      from gone where n.id = gone.id and gone.count > 1
    ),
    ended as (
      delete from notifications n using gone where n.id = gone.id and gone.count <= 1
    )
    select id, user_id as "userId", count <= 1 as "isGone" from gone`)
  return rows
}

/** What notifications can be about. */
export type About = { postId: string } | { commentId: string } | { streamId: string }

/** Deletes the notifications about a post, a comment or a stream, before that goes itself. Returns which they were. */
export function deleteAbout(tx: Executor, about: About): Promise<Pick<Opened, 'id' | 'userId'>[]> {
  return tx
    .delete(notifications)
    .where(isAbout(about))
    .returning({ id: notifications.id, userId: notifications.userId })
}

function isAbout(about: About): SQL {
  if ('postId' in about) return eq(notifications.postId, about.postId)
  if ('commentId' in about) return eq(notifications.commentId, about.commentId)
  return eq(notifications.streamId, about.streamId)
}

function columnsOf({ left, ...notice }: Wanted) {
  return {
    // One that was read is the same again; an unread one may have been read by now, for what others did.
    id: left?.readAt ? left.id : v7(),
    read_at: left?.readAt ?? null,
    last_at: left?.lastAt ?? null,
    user_id: notice.userId,
    type: notice.type,
    subject: subjectOf(notice),
    post_id: 'postId' in notice ? notice.postId : null,
    comment_id: notice.type === 'mention' ? (notice.commentId ?? null) : null,
    stream_id: notice.type === 'live' ? notice.streamId : null,
  }
}

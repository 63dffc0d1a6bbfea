import { type SQL, and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { type NotificationEvent, subjectOf } from './notification-event.ts'
import { notifications } from './schema.ts'
import type { WithdrawnNotification } from './withdrawals.ts'

/** A notification that an event opened or joined; a restored one is not delivered. */
type OpenedNotification = { id: string; userId: string; subject: string; isRestored: boolean }
/** An event, with the notification from which the same event was withdrawn within `QUIET_MS`. */
type RecordedEvent = NotificationEvent & { withdrawn?: WithdrawnNotification | undefined }

/**
 * Opens the recipients' notifications of these subjects, or updates `lastAt` of open ones, and locks them, in one
 * statement; restores recently withdrawn ones to their previous state, read or unread. Skips recipients who are
 * inactive or have disabled the type. At most one event per recipient and subject.
 */
export async function openNotifications(
  tx: Executor,
  events: readonly RecordedEvent[],
): Promise<OpenedNotification[]> {
  const { rows } = await tx.execute<OpenedNotification>(sql`
    with enabled as (
      select n.* from jsonb_to_recordset(${JSON.stringify(events.map(columnsOf))}::jsonb) as n(
        id uuid, user_id uuid, type text, subject text, post_id uuid, comment_id uuid, stream_id uuid,
        read_at timestamptz, last_at timestamptz)
      join users u on u.id = n.user_id
      where u.is_active and coalesce((u.notification_choices ->> n.type)::boolean, true)
    ),
    opened as (
      insert into notifications (id, user_id, type, subject, post_id, comment_id, stream_id, last_at)
      select id, user_id, type, subject, post_id, comment_id, stream_id, coalesce(last_at, now())
      from enabled where read_at is null
      order by user_id
      on conflict (user_id, subject) where read_at is null
      do update set last_at = greatest(notifications.last_at, excluded.last_at)
      returning id, user_id, subject
    ),
    restored as (
      insert into notifications (id, user_id, type, subject, post_id, comment_id, stream_id, last_at, read_at)
      select id, user_id, type, subject, post_id, comment_id, stream_id, last_at, read_at
      from enabled where read_at is not null
      order by user_id
      on conflict (id) do update set read_at = excluded.read_at
      returning id, user_id, subject
    )
    select o.id, o.user_id as "userId", o.subject, w.last_at is not null as "isRestored"
    from (select * from opened union all select * from restored) o
    join enabled w on w.user_id = o.user_id and w.subject = o.subject`)
  return rows
}

type NewActor = { notificationId: string; actorId: string; commentId: string | null }

/** Upserts actors of notifications that this transaction has locked; only new actors are counted. */
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

/** Locks a user's notifications of one subject, the open one and read ones, and returns their state by id. */
export async function lockNotificationsOfSubject(
  tx: Executor,
  event: NotificationEvent,
): Promise<Map<string, Pick<WithdrawnNotification, 'readAt' | 'lastAt'>>> {
  const rows = await tx
    .select({ id: notifications.id, readAt: notifications.readAt, lastAt: notifications.lastAt })
    .from(notifications)
    .where(and(eq(notifications.userId, event.userId), eq(notifications.subject, subjectOf(event))))
    .orderBy(notifications.id)
    .for('update')
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/**
 * Removes the actor from notifications that this transaction has locked, and deletes those without actors. Returns the
 * notifications that lost the actor. An actor with another comment in the notification stays, with that comment.
 */
export async function deleteActor(
  tx: Executor,
  ids: readonly string[],
  event: NotificationEvent,
): Promise<(Pick<OpenedNotification, 'id' | 'userId'> & { isDeleted: boolean })[]> {
  const { actorId } = event
  const [postId, commentId] = event.type === 'comment' ? [event.postId, event.commentId] : [null, null]
  const { rows } = await tx.execute<Pick<OpenedNotification, 'id' | 'userId'> & { isDeleted: boolean }>(sql`
    with locked as (
      select n.id, n.user_id, n.actors_count, (
        select c.id from comments c
        where c.post_id = ${postId}::uuid and c.user_id = ${actorId} and c.id <> ${commentId}::uuid
          and c.created_at >= n.created_at
        order by c.id desc limit 1
      ) as other_id
      from notifications n where n.id = any(${sql.param([...ids])}::uuid[])
    ),
    reassigned as (
      update notification_actors a set comment_id = locked.other_id
      from locked where a.notification_id = locked.id and a.actor_id = ${actorId} and locked.other_id is not null
    ),
    removed as (
      delete from notification_actors a using locked
      where a.notification_id = locked.id and a.actor_id = ${actorId} and locked.other_id is null
      returning a.notification_id as id, locked.user_id, locked.actors_count as count
    ),
    decremented as (
      update notifications n set actors_count = n.actors_count - 1
      from removed where n.id = removed.id and removed.count > 1
    ),
    deleted as (
      delete from notifications n using removed where n.id = removed.id and removed.count <= 1
    )
    select id, user_id as "userId", count <= 1 as "isDeleted" from removed`)
  return rows
}

export type Entity = { postId: string } | { commentId: string } | { streamId: string }

/**
 * Deletes the notifications about a post, a comment or a stream and returns them; called before that row is deleted.
 */
export function deleteNotificationsAbout(
  tx: Executor,
  entity: Entity,
): Promise<Pick<OpenedNotification, 'id' | 'userId'>[]> {
  return tx
    .delete(notifications)
    .where(refersTo(entity))
    .returning({ id: notifications.id, userId: notifications.userId })
}

function refersTo(entity: Entity): SQL {
  if ('postId' in entity) return eq(notifications.postId, entity.postId)
  if ('commentId' in entity) return eq(notifications.commentId, entity.commentId)
  return eq(notifications.streamId, entity.streamId)
}

function columnsOf({ withdrawn, ...event }: RecordedEvent) {
  return {
    // A read notification is restored under its id; an unread one joins the open one, if there still is one.
    id: withdrawn?.readAt ? withdrawn.id : v7(),
    read_at: withdrawn?.readAt ?? null,
    last_at: withdrawn?.lastAt ?? null,
    user_id: event.userId,
    type: event.type,
    subject: subjectOf(event),
    post_id: 'postId' in event ? event.postId : null,
    comment_id: event.type === 'mention' ? (event.commentId ?? null) : null,
    stream_id: event.type === 'live' ? event.streamId : null,
  }
}

import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { isHiddenFrom } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import {
  type NotificationEvent,
  QUIET_MS,
  groupKeyOf,
  isRestorable,
  subjectOf,
} from './notification-event.ts'

/** A notification that an event opened or joined. `isRestored`: the event had been withdrawn, and is counted again. */
type OpenedNotification = { id: string; userId: string; groupKey: string; isRestored: boolean }

/**
 * Opens the recipients' notifications of these groups, or updates `lastAt` of open ones. An event that was withdrawn within
 * `QUIET_MS` is restored in its old notification instead, which stays unchanged otherwise. Locks all notifications in one
 * statement. Skips recipients who are inactive or have disabled the type. Skips recipients from whom the actor is hidden,
 * unless a role has changed. Requires at most one event per recipient and group.
 *
 * An event is not restored if the notification was read in the meantime: the recipient has not seen this actor in it.
 */
export async function openNotifications(
  tx: Executor,
  events: readonly NotificationEvent[],
): Promise<OpenedNotification[]> {
  const { rows } = await tx.execute<OpenedNotification>(sql`
    with enabled as (
      select e.* from jsonb_to_recordset(${JSON.stringify(events.map(columnsOf))}::jsonb) as e(
        id uuid, user_id uuid, actor_id uuid, type text, group_key text, subject_kind text, subject_id uuid,
        comment_id uuid, about_user_id uuid, role user_role, restorable_since timestamptz)
      join users u on u.id = e.user_id
      where u.is_active and (e.type = 'role' or not ${isHiddenFrom(sql`e.user_id`, sql`e.actor_id`)})
        and coalesce((u.notification_choices ->> e.type)::boolean, true)
    ),
    restorable as (
      select found.*, e.actor_id from enabled e cross join lateral (
        select n.id, n.user_id, n.group_key
        from notification_actors a join notifications n on n.id = a.notification_id
        where a.actor_id = e.actor_id and a.withdrawn_at > e.restorable_since
          and n.user_id = e.user_id and n.group_key = e.group_key and coalesce(n.read_at <= a.withdrawn_at, true)
        order by a.withdrawn_at desc limit 1 for no key update of n
      ) found
    ),
    returned as (
      update notification_actors a set withdrawn_at = null from restorable r
      where a.notification_id = r.id and a.actor_id = r.actor_id and a.withdrawn_at is not null
      returning r.id, r.user_id, r.group_key
    ),
    restored as (
      update notifications n set actors_count = n.actors_count + 1 from returned r where n.id = r.id
    ),
    opened as (
      insert into notifications (id, user_id, type, group_key, subject_kind, subject_id, comment_id, about_user_id, role)
      select id, user_id, type, group_key, subject_kind, subject_id, comment_id, about_user_id, role from enabled e
      where not exists (select from returned r where r.user_id = e.user_id and r.group_key = e.group_key)
      order by user_id
      on conflict (user_id, group_key) where read_at is null
      do update set last_at = greatest(notifications.last_at, excluded.last_at)
      returning id, user_id, group_key
    )
    select id, user_id as "userId", group_key as "groupKey", false as "isRestored" from opened
    union all select id, user_id, group_key, true from returned`)
  return rows
}

function columnsOf(event: NotificationEvent) {
  const subject = subjectOf(event)
  return {
    id: v7(),
    user_id: event.userId,
    actor_id: event.actorId,
    type: event.type,
    group_key: groupKeyOf(event),
    subject_kind: subject?.kind,
    subject_id: subject?.id,
    comment_id: event.type === 'mention' ? (event.commentId ?? null) : null,
    about_user_id: event.type === 'role' ? event.aboutUserId : null,
    role: event.type === 'role' ? event.role : null,
    restorable_since: isRestorable(event) ? new Date(Date.now() - QUIET_MS) : null,
  }
}

type NewActor = { notificationId: string; actorId: string; commentId: string | null }

/**
 * Upserts actors of notifications that this transaction has locked. Counts new actors, and actors whose earlier event was
 * withdrawn.
 */
export async function upsertActors(tx: Executor, actors: readonly NewActor[]): Promise<void> {
  const rows = actors.map(({ notificationId, actorId, commentId }) => ({
    notification_id: notificationId,
    actor_id: actorId,
    comment_id: commentId,
  }))
  await tx.execute(sql`
    with input as (
      select i.*, exists (
        select from notification_actors a
        where a.notification_id = i.notification_id and a.actor_id = i.actor_id and a.withdrawn_at is null
      ) as is_counted
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as i(notification_id uuid, actor_id uuid, comment_id uuid)
    ),
    upserted as (
      insert into notification_actors (notification_id, actor_id, comment_id)
      select notification_id, actor_id, comment_id from input
      on conflict (notification_id, actor_id) do update
      set comment_id = excluded.comment_id, created_at = excluded.created_at, withdrawn_at = null
    )
    update notifications n set actors_count = n.actors_count + 1
    from input where n.id = input.notification_id and not input.is_counted`)
}

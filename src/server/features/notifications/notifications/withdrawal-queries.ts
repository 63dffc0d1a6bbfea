import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type NotificationEvent, groupKeyOf } from './notification-event.ts'
import type { NotificationSubject, SubjectRef } from './notification-subject.ts'
import { notifications } from './schema.ts'

type WithdrawnNotification = { id: string; userId: string }

/** Locks a user's notifications of one group, the open one and read ones, and returns their ids. */
export async function lockNotificationsOfGroup(tx: Executor, event: NotificationEvent): Promise<string[]> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, event.userId), eq(notifications.groupKey, groupKeyOf(event))))
    .orderBy(notifications.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Another comment of an actor. The actor stays, with this comment, in notifications that are not newer than the comment. */
export type Replacement = { commentId: string; createdAt: Date }

/**
 * Withdraws the actor from notifications that this transaction has locked, except from those for which there is a
 * replacement. Returns the notifications without another actor, which are hidden now.
 */
export async function withdrawActor(
  tx: Executor,
  {
    ids,
    actorId,
    replacement,
  }: { ids: readonly string[]; actorId: string; replacement?: Replacement | undefined },
): Promise<WithdrawnNotification[]> {
  const { rows } = await tx.execute<WithdrawnNotification>(sql`
    with locked as (
      select n.id, case when n.created_at <= ${replacement?.createdAt.toISOString() ?? null}::timestamptz
        then ${replacement?.commentId ?? null}::uuid end as other_id
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

/** Deletes a user's notifications about content of `ownerId`, such as a mention in a third user's comment on it. */
export async function deleteNotificationsAboutContentOf(
  tx: Executor,
  subjects: readonly NotificationSubject[],
  { userId, ownerId }: { userId: string; ownerId: string },
): Promise<WithdrawnNotification[]> {
  const owners = subjects.flatMap(({ kind, selectOwner }) =>
    selectOwner ? sql`when ${kind} then (${selectOwner(sql`n.subject_id`)})` : [],
  )
  const { rows } = await tx.execute<WithdrawnNotification & { actorsCount: number }>(sql`
    delete from notifications n
    where n.user_id = ${userId} and case n.subject_kind ${sql.join(owners, sql` `)} end = ${ownerId}
    returning n.id, n.user_id as "userId", n.actors_count as "actorsCount"`)
  return rows.filter(({ actorsCount }) => actorsCount > 0)
}

/** Deletes the notifications about a subject; returns those that were not withdrawn before. */
export async function deleteNotificationsAbout(
  tx: Executor,
  { kind, id }: SubjectRef,
): Promise<WithdrawnNotification[]> {
  const isAbout =
    kind === 'comment'
      ? eq(notifications.commentId, id)
      : and(eq(notifications.subjectId, id), eq(notifications.subjectKind, kind))
  const deleted = await tx.delete(notifications).where(isAbout).returning({
    id: notifications.id,
    userId: notifications.userId,
    actorsCount: notifications.actorsCount,
  })
  return deleted.filter(({ actorsCount }) => actorsCount > 0).map(({ id, userId }) => ({ id, userId }))
}

/**
 * Deletes actors that were withdrawn before this time and can no longer be restored, and notifications without another actor.
 * Skips notifications that a concurrent transaction has locked; the next call deletes them.
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

/**
 * Removes a user from the actors of all notifications, and deletes those without another actor, whose keys may contain the
 * user's id.
 */
export async function deleteActor(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with locked as (
      select n.id from notifications n join notification_actors a on a.notification_id = n.id
      where a.actor_id = ${userId} order by n.id for no key update of n
    ),
    left_alone as (
      delete from notifications n using locked where n.id = locked.id and not exists (
        select from notification_actors a where a.notification_id = n.id and a.actor_id <> ${userId}
      )
    ),
    removed as (
      delete from notification_actors a using locked
      where a.notification_id = locked.id and a.actor_id = ${userId}
      returning a.notification_id as id, a.withdrawn_at is null as was_counted
    )
    update notifications n set actors_count = n.actors_count - 1 from removed
    where n.id = removed.id and removed.was_counted`)
}

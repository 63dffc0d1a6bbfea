import { type SQL, and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/constants.ts'
import type { Executor } from '#server/db/executor.ts'
import { BEGINNING as LAST_ID, onceFor, prepared } from '#server/db/prepared.ts'
import { comments } from '#server/features/comments/schema.ts'
import { posts } from '#server/features/posts/schema.ts'
import { streams } from '#server/features/streams/schema.ts'
import { USER_REF_COLUMNS } from '#server/features/users/queries.ts'
import { users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { notificationActors, notifications } from './schema.ts'

/** Characters of a post or comment that a notification shows. */
const EXCERPT = 160
/** Those of the actors who are shown. */
export const SHOWN_ACTORS = 3
/** Nobody counts further: whoever has more unread is told this many. */
const MOST_UNREAD = 1000

const excerptOf = (content: SQL | typeof posts.content | typeof comments.content) =>
  sql<string | null>`left(${content}, ${sql.raw(String(EXCERPT))})`

function selectNotifications(db: Executor) {
  return db
    .select({
      id: notifications.id,
      userId: notifications.userId,
      type: notifications.type,
      actorsCount: notifications.actorsCount,
      readAt: notifications.readAt,
      lastAt: notifications.lastAt,
      postId: notifications.postId,
      postExcerpt: excerptOf(posts.content),
      commentId: notifications.commentId,
      commentExcerpt: excerptOf(comments.content),
      streamId: streams.id,
      /** Null of a private one. */
      streamTitle: sql<string | null>`case when ${streams.isPublic} then ${streams.title} end`,
      streamIsLive: streams.isLive,
    })
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .leftJoin(streams, eq(streams.id, notifications.streamId))
    .$dynamic()
}

export type NotificationRow = Awaited<ReturnType<typeof selectNotifications>>[number]

/**
 * Nothing is shown of members who are deactivated: what they alone did is not there. Asked in the order of an index,
 * so that of thousands who like one post one is looked at.
 */
const hasActor = sql`(
  select true from notification_actors a join users u on u.id = a.actor_id and u.is_active
  where a.notification_id = ${notifications.id}
  order by a.created_at desc, a.actor_id desc limit 1)`

/** A member's notifications, the latest first, at least one more than `limit` where there are more. */
export function listNotificationsOf(
  db: Executor,
  userId: string,
  limit: number,
  after = BEGINNING,
): Promise<NotificationRow[]> {
  const page = limit <= LIMITS.page.default ? usualPage : longestPage
  return page(db).execute({ userId, lastAt: after.lastAt.toISOString(), id: after.id })
}

/** Comes before every notification that there is, counted backwards. */
const BEGINNING = { lastAt: new Date('9999-01-01T00:00:00Z'), id: LAST_ID }

const usualPage = pageOf(LIMITS.page.default)
const longestPage = pageOf(LIMITS.page.max)

function pageOf(limit: number) {
  const { placeholder } = sql
  const place = sql`(${placeholder('lastAt')}::timestamptz, ${placeholder('id')}::uuid)`
  return onceFor((db) =>
    selectNotifications(db)
      .where(
        and(
          eq(notifications.userId, placeholder('userId')),
          hasActor,
          sql`(${notifications.lastAt}, ${notifications.id}) < ${place}`,
        ),
      )
      .orderBy(desc(notifications.lastAt), desc(notifications.id))
      .limit(limit + 1)
      .prepare(`notifications_${limit}`),
  )
}

export async function listByIds(db: Executor, ids: readonly string[]): Promise<NotificationRow[]> {
  if (ids.length === 0) return []
  return selectNotifications(db)
    .where(and(inArray(notifications.id, [...ids]), hasActor))
    .orderBy(notifications.lastAt, notifications.id)
}

/** The latest active actors of each notification, at most `SHOWN_ACTORS`, with the comment that each wrote. */
export function listActors(db: Executor, ids: readonly string[]) {
  return ids.length === 0 ? [] : actorsOf(db).execute({ ids: [...ids] })
}

const actorsOf = onceFor((db) => {
  const latest = db
    .select({
      notificationId: notificationActors.notificationId,
      actor: USER_REF_COLUMNS,
      commentId: notificationActors.commentId,
      commentExcerpt: excerptOf(comments.content).as('comment_excerpt'),
      createdAt: notificationActors.createdAt,
    })
    .from(notificationActors)
    .innerJoin(users, and(eq(users.id, notificationActors.actorId), users.isActive))
    .leftJoin(comments, eq(comments.id, notificationActors.commentId))
    .where(eq(notificationActors.notificationId, notifications.id))
    .orderBy(desc(notificationActors.createdAt), desc(notificationActors.actorId))
    .limit(SHOWN_ACTORS)
    .as('latest')
  return db
    .select({
      notificationId: latest.notificationId,
      actor: latest.actor,
      commentId: latest.commentId,
      commentExcerpt: latest.commentExcerpt,
    })
    .from(notifications)
    .innerJoinLateral(latest, sql`true`)
    .where(sql`${notifications.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(desc(latest.createdAt), desc(latest.actor.id))
    .prepare('notification_actors')
})
export type ActorRow = Awaited<ReturnType<typeof listActors>>[number]

/** Whom each of these notifications is for. */
export function listRecipients(
  db: Executor,
  ids: readonly string[],
): Promise<{ notificationId: string; viewer: Caller }[]> {
  return db
    .select({ notificationId: notifications.id, viewer: { id: users.id, role: users.role } })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(inArray(notifications.id, [...ids]))
}

/** How many each of these members has not read, at most `MOST_UNREAD`; who has none is left out. */
export async function countUnread(db: Executor, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await countsOf(db, { userIds: [...userIds] })
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const countsOf = prepared<{ userIds: string[] }, { id: string; count: number }>(
  'notifications_unread',
  sql`
    select u.id, counted.count
    from unnest(${sql.placeholder('userIds')}::uuid[]) as u(id)
    cross join lateral (
      select count(*)::int as count from (
        select 1 from ${notifications}
        where ${and(sql`${notifications.userId} = u.id`, isNull(notifications.readAt), hasActor)}
        limit ${sql.raw(String(MOST_UNREAD))}
      ) as unread
    ) as counted
    where counted.count > 0`,
)

/** Marks the named ones of a member's notifications as read, or all; answers how many it were. */
export async function markRead(db: Executor, userId: string, ids?: readonly string[]): Promise<number> {
  const rows = await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        ids && inArray(notifications.id, [...ids]),
      ),
    )
    .returning({ id: notifications.id })
  return rows.length
}

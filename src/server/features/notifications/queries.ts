import { type SQL, and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { BEGINNING as LAST_ID, prepared, preparedPage } from '#server/db/prepared.ts'
import { type UserRow, users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { notifications } from './schema.ts'

/** Characters of a post or comment that a notification shows. */
const EXCERPT = 160
/** Those of the actors who are shown. */
export const SHOWN_ACTORS = 3
/** Nobody counts further: whoever has more unread is told this many. */
const MAX_UNREAD = 1000

const excerptOf = (content: SQL) => sql`left(${content}, ${sql.raw(String(EXCERPT))})`

/** A member who did it, with the comment that it wrote. */
export type ActorRow = Pick<
  UserRow,
  'id' | 'handle' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl'
> & { commentId: string | null; commentExcerpt: string | null }

/** `lastAt` comes as PostgreSQL writes it. */
export type NotificationRow = Pick<
  typeof notifications.$inferSelect,
  'id' | 'userId' | 'type' | 'actorsCount' | 'postId' | 'commentId'
> & {
  isRead: boolean
  lastAt: string
  postExcerpt: string | null
  commentExcerpt: string | null
  streamId: string | null
  /** Null of a private one. */
  streamTitle: string | null
  streamIsLive: boolean | null
  /** The latest active ones, at most `SHOWN_ACTORS`. */
  actors: ActorRow[]
}

/** Of a few `notifications n`: each look into another table is one into its index. */
const selectNotifications = (from: SQL) => sql`
  select n.id, n.user_id as "userId", n.type, n.actors_count as "actorsCount", n.read_at is not null as "isRead",
    n.last_at as "lastAt", n.post_id as "postId", ${excerptOf(sql`p.content`)} as "postExcerpt",
    n.comment_id as "commentId", ${excerptOf(sql`c.content`)} as "commentExcerpt", s.id as "streamId",
    case when s.is_public then s.title end as "streamTitle", s.is_live as "streamIsLive", shown.actors
  from ${from}
  left join posts p on p.id = n.post_id
  left join comments c on c.id = n.comment_id
  left join lateral (
    select id, title, is_public, is_live from streams where id = n.stream_id limit 1
  ) s on true
  cross join lateral (
    select json_agg(latest) as actors from (
      select u.id, u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
        u.profile_image_url as "profileImageUrl", a.comment_id as "commentId",
        ${excerptOf(sql`written.content`)} as "commentExcerpt"
      from notification_actors a
      join users u on u.id = a.actor_id and u.is_active
      left join comments written on written.id = a.comment_id
      where a.notification_id = n.id
      order by a.created_at desc, a.actor_id desc limit ${sql.raw(String(SHOWN_ACTORS))}
    ) latest
  ) shown
  where shown.actors is not null`

/** A member's notifications, the latest first, at least one more than `limit` where there are more. */
export function listNotificationsOf(
  db: Executor,
  userId: string,
  limit: number,
  after = BEGINNING,
): Promise<NotificationRow[]> {
  return pageOfMember(db, { userId, lastAt: after.lastAt.toISOString(), id: after.id }, limit)
}

/** Comes before every notification that there is, counted backwards. */
const BEGINNING = { lastAt: new Date('9999-01-01T00:00:00Z'), id: LAST_ID }

const pageOfMember = preparedPage<{ userId: string; lastAt: string; id: string }, NotificationRow>(
  'notifications',
  (limit) => {
    const page = sql`(
      select * from notifications
      where user_id = ${sql.placeholder('userId')}::uuid and not is_hidden
        and (last_at, id) < (${sql.placeholder('lastAt')}::timestamptz, ${sql.placeholder('id')}::uuid)
      order by last_at desc, id desc limit ${limit}) n`
    return sql`${selectNotifications(page)} order by n.last_at desc, n.id desc`
  },
)

export async function listByIds(db: Executor, ids: readonly string[]): Promise<NotificationRow[]> {
  return ids.length === 0 ? [] : byIds(db, { ids: [...ids] })
}

const byIds = prepared<{ ids: string[] }, NotificationRow>(
  'notifications_by_ids',
  sql`${selectNotifications(
    sql`unnest(${sql.placeholder('ids')}::uuid[]) as wanted(id) join notifications n on n.id = wanted.id`,
  )} order by n.last_at, n.id`,
)

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

/** How many each of these members has not read, at most `MAX_UNREAD`; who has none is left out. */
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
        select 1 from notifications
        where user_id = u.id and read_at is null and not is_hidden
        limit ${sql.raw(String(MAX_UNREAD))}
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

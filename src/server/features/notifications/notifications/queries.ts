import { type SQL, and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Notification, NotificationType } from '#shared/notifications/notifications.ts'
import type { Role } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID as LAST_ID, prepareStatement, preparePageStatement } from '#server/db/prepared.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { notifications } from './schema.ts'

/** Characters of a post or comment in a notification. */
const EXCERPT_LENGTH = 160
export const MAX_SHOWN_ACTORS = 3
/** The unread count stops here, which bounds its cost. */
const MAX_UNREAD = 1000

const excerptOf = (content: SQL) => sql`left(${content}, ${sql.raw(String(EXCERPT_LENGTH))})`

type NotifiedDecision = Extract<Notification, { type: 'decision' }>['decision']
type NotifiedReport = Extract<Notification, { type: 'report' }>['report']
type UserRefRow = Pick<UserRow, 'id' | 'handle' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl'>
/** An actor, with its latest comment when the notification is about comments. */
export type ActorRow = UserRefRow & { commentId: string | null; commentExcerpt: string | null }

/** `lastAt` is in PostgreSQL's text format. */
export type NotificationRow = Pick<
  typeof notifications.$inferSelect,
  'id' | 'userId' | 'type' | 'actorsCount' | 'postId' | 'commentId' | 'videoId' | 'videosCount'
> & {
  isRead: boolean
  lastAt: string
  postExcerpt: string | null
  commentExcerpt: string | null
  streamId: string | null
  /** Null for a private stream. */
  streamTitle: string | null
  streamIsLive: boolean | null
  /** Null for a video that the recipient cannot see. */
  videoTitle: string | null
  /** The latest ones that are active and not withdrawn, at most `MAX_SHOWN_ACTORS`. */
  actors: ActorRow[]
  tipId: string | null
  tipCents: number | null
  tipCurrency: string | null
  tipIsSandbox: boolean | null
  tipMessage: string | null
  aboutUser: UserRefRow | null
  role: Role | null
  announcement: { title: string; text: string; link: string | null } | null
  decision: NotifiedDecision | null
  report: NotifiedReport | null
}

/** Selects from a few `notifications n`; each joined table is read through an index. */
const selectNotifications = (from: SQL) => sql`
  select n.id, n.user_id as "userId", n.type, n.actors_count as "actorsCount", n.read_at is not null as "isRead",
    n.last_at as "lastAt", n.post_id as "postId", ${excerptOf(sql`p.content`)} as "postExcerpt",
    n.comment_id as "commentId", ${excerptOf(sql`c.content`)} as "commentExcerpt", s.id as "streamId",
    case when s.is_public or s.streamer_id = n.user_id then s.title end as "streamTitle", s.is_live as "streamIsLive",
    n.video_id as "videoId", n.videos_count as "videosCount",
    case when v.creator_id = n.user_id or (v.is_published and v.is_public and v.state = 'ready') then v.title end
      as "videoTitle", t.id as "tipId", t.amount_cents as "tipCents", t.currency as "tipCurrency",
    t.is_sandbox as "tipIsSandbox", t.message as "tipMessage",
    (select row_to_json(about) from (
      select id, handle, email, first_name as "firstName", last_name as "lastName", profile_image_url as "profileImageUrl"
      from users where id = n.about_user_id
    ) about) as "aboutUser", n.role,
    (select row_to_json(a) from (
      select title, text, link from announcements where id = n.announcement_id
    ) a) as announcement,
    (select row_to_json(found) from (
      select id, kind, subject_type as "subjectType", rule, undone_at is not null as "isUndone",
        appeal_outcome as "appealOutcome"
      from moderation_decisions where id = n.decision_id
    ) found) as decision,
    (select row_to_json(found) from (
      select r.id, r.subject_type as "subjectType", k.outcome <> 'dismissed' as "isActedOn"
      from reports r join moderation_cases k on k.id = r.case_id where r.id = n.report_id
    ) found) as report,
    coalesce(actor_list.actors, '[]') as actors
  from ${from}
  left join posts p on p.id = n.post_id
  left join comments c on c.id = n.comment_id
  left join lateral (
    select id, title, streamer_id, is_public, is_live from streams where id = n.stream_id limit 1
  ) s on true
  left join lateral (
    select title, creator_id, is_published, is_public, state from videos where id = n.video_id limit 1
  ) v on true
  left join lateral (select id, amount_cents, currency, is_sandbox, message from tips where id = n.tip_id limit 1) t on true
  cross join lateral (
    select json_agg(latest) as actors from (
      select u.id, u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
        u.profile_image_url as "profileImageUrl", a.comment_id as "commentId",
        ${excerptOf(sql`actor_comment.content`)} as "commentExcerpt"
      from notification_actors a
      join users u on u.id = a.actor_id and u.is_active
      left join comments actor_comment on actor_comment.id = a.comment_id
      where a.notification_id = n.id and a.withdrawn_at is null
      order by a.created_at desc, a.actor_id desc limit ${sql.raw(String(MAX_SHOWN_ACTORS))}
    ) latest
  ) actor_list
  where actor_list.actors is not null or n.type = 'announcement'`

/** A user's notifications, the latest first; returns more than `limit` rows when there are more. */
export function listNotificationsOf(
  db: Executor,
  userId: string,
  limit: number,
  after = BEGINNING,
): Promise<NotificationRow[]> {
  return userPage(db, { userId, lastAt: after.lastAt.toISOString(), id: after.id }, limit)
}

/** A cursor before every notification in descending order. */
const BEGINNING = { lastAt: new Date('9999-01-01T00:00:00Z'), id: LAST_ID }

const userPage = preparePageStatement<{ userId: string; lastAt: string; id: string }, NotificationRow>(
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

/** Whether a user was told of an event of this type since a time, read or not. */
export async function wasNotified(
  db: Executor,
  { userId, type, since }: { userId: string; type: NotificationType; since: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from notifications where user_id = ${userId} and type = ${type} and last_at > ${since.toISOString()} limit 1`)
  return rows.length > 0
}

export async function listByIds(db: Executor, ids: readonly string[]): Promise<NotificationRow[]> {
  return ids.length === 0 ? [] : byIds(db, { ids: [...ids] })
}

const byIds = prepareStatement<{ ids: string[] }, NotificationRow>(
  'notifications_by_ids',
  sql`${selectNotifications(
    sql`unnest(${sql.placeholder('ids')}::uuid[]) as requested(id) join notifications n on n.id = requested.id`,
  )} order by n.last_at, n.id`,
)

/** Most notifications that a channel sends at once. */
export const MAX_NEWEST = 20

const newest = prepareStatement<{ userId: string }, { id: string; at: number }>(
  'notifications_newest',
  sql`select id, floor(extract(epoch from last_at) * 1000)::float8 as at from notifications
    where user_id = ${sql.placeholder('userId')}::uuid and not is_hidden
    order by last_at desc, id desc limit ${sql.raw(String(MAX_NEWEST))}`,
)

/** Returns a user's newest notifications, newest first; `at` is the time of the latest event in ms. */
export function listNewest(db: Executor, userId: string): Promise<{ id: string; at: number }[]> {
  return newest(db, { userId })
}

/** Returns the number of unread notifications by user, at most `MAX_UNREAD`; omits users without any. */
export async function countUnread(db: Executor, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await unreadCounts(db, { userIds: [...userIds] })
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const unreadCounts = prepareStatement<{ userIds: string[] }, { id: string; count: number }>(
  'notifications_unread',
  sql`
    select u.id, unread_count.count
    from unnest(${sql.placeholder('userIds')}::uuid[]) as u(id)
    cross join lateral (
      select count(*)::int as count from (
        select 1 from notifications
        where user_id = u.id and read_at is null and not is_hidden
        limit ${sql.raw(String(MAX_UNREAD))}
      ) as unread
    ) as unread_count
    where unread_count.count > 0`,
)

/**
 * Marks these notifications of a user as read, or all without `ids`; returns how many were unread. Withdrawn ones stay
 * as they are, for the case that they are restored.
 */
export async function markRead(db: Executor, userId: string, ids?: readonly string[]): Promise<number> {
  const rows = await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        gt(notifications.actorsCount, 0),
        ids && inArray(notifications.id, [...ids]),
      ),
    )
    .returning({ id: notifications.id })
  return rows.length
}

import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID as LAST_ID, prepareStatement, preparePageStatement } from '#server/db/prepared.ts'
import type { WorkerContext } from '#server/feature.ts'
import { defineService } from '#server/services.ts'
import type { ShownUserRow } from '#server/features/accounts/users/present-user.ts'
import {
  type NotificationSubject,
  type SubjectKind,
  type SubjectViews,
  notificationSubjects,
} from './notification-subject.ts'
import type { notifications } from './schema.ts'

export const MAX_SHOWN_ACTORS = 3
/** Characters of a post or comment in a notification. */
const EXCERPT_LENGTH = 160

/** Selects the excerpt of a text, for definitions of subjects. */
export const excerptOf = (content: SQL): SQL => sql`left(${content}, ${sql.raw(String(EXCERPT_LENGTH))})`

type UserRefRow = Omit<ShownUserRow, 'liveStreamId'>

type NotificationFields = Pick<
  typeof notifications.$inferSelect,
  'id' | 'userId' | 'type' | 'actorsCount' | 'subjectKind' | 'videosCount'
> & {
  isRead: boolean
  /** In PostgreSQL's text format. */
  lastAt: string
  /** The latest actors who are active and not withdrawn, at most `MAX_SHOWN_ACTORS`. */
  actors: ShownUserRow[]
  aboutUser: UserRefRow | null
  role: Role | null
}
/** `subject` and `comment` are the rows that their definitions select. */
type SelectedRow = NotificationFields & { subject: unknown; comment: unknown }
export type NotificationRow = NotificationFields & {
  /** The subject, unless it was deleted a moment ago, and the comment. */
  views: Partial<SubjectViews>
}

/**
 * Selects from a few `notifications n`. One statement loads all kinds of subjects: for each row PostgreSQL looks up the
 * one of its kind, through an index.
 */
function selectNotifications(subjects: readonly NotificationSubject[], from: SQL): SQL {
  const lookups = subjects.map(
    ({ kind, select }) =>
      sql`when ${literal(kind)} then ${toJson(select(sql`n.subject_id`, sql`n.user_id`))}`,
  )
  const comments = subjects.find(({ kind }) => kind === 'comment')
  const commentId = sql`coalesce(n.comment_id, actor_list.comment_id)`
  return sql`
    select n.id, n.user_id as "userId", n.type, n.actors_count as "actorsCount", n.read_at is not null as "isRead",
      n.last_at as "lastAt", n.videos_count as "videosCount", n.subject_kind as "subjectKind",
      case n.subject_kind ${sql.join(lookups, sql` `)} end as subject,
      ${comments ? toJson(comments.select(commentId, sql`n.user_id`)) : sql`null`} as comment,
      ${toJson(sql`
        select id, handle, email, first_name as "firstName", last_name as "lastName", profile_image_url as "profileImageUrl"
        from users where id = n.about_user_id`)} as "aboutUser", n.role,
      coalesce(actor_list.actors, '[]') as actors
    from ${from}
    cross join lateral (
      select json_agg(latest) as actors, (array_agg(latest.comment_id))[1] as comment_id from (
        select u.id, u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
          u.profile_image_url as "profileImageUrl", u.live_stream_id as "liveStreamId", a.comment_id
        from notification_actors a
        join users u on u.id = a.actor_id and u.is_active
        where a.notification_id = n.id and a.withdrawn_at is null
        order by a.created_at desc, a.actor_id desc limit ${sql.raw(String(MAX_SHOWN_ACTORS))}
      ) latest
    ) actor_list
    where actor_list.actors is not null or n.type = 'announcement'`
}

const toJson = (select: SQL) => sql`(select row_to_json(found) from (${select}) found)`
/** A prepared statement has no parameters but its placeholders. */
const literal = (kind: SubjectKind) => sql.raw(`'${kind}'`)

/** A cursor before every notification in descending order. */
const FIRST_PAGE_CURSOR = { lastAt: new Date('9999-01-01T00:00:00Z'), id: LAST_ID }

/** The lists of notifications, with the values of their subjects. */
export type NotificationLists = ReturnType<typeof prepareLists>

/** The lists with all kinds of subjects. */
export const notificationListsService = defineService(
  'lists of notifications',
  ({ service }: Pick<WorkerContext, 'service'>) => prepareLists(service(notificationSubjects)),
)

export function prepareLists(subjects: readonly NotificationSubject[]) {
  const subjectByKind = new Map(subjects.map((subject) => [subject.kind, subject]))
  const view = (kind: SubjectKind | null, row: unknown) =>
    kind === null || row === null ? {} : subjectByKind.get(kind)?.present(row)
  const withViews = ({ subject, comment, ...row }: SelectedRow): NotificationRow => ({
    ...row,
    views: { ...view(row.subjectKind, subject), ...view('comment', comment) },
  })
  const userPage = prepareUserPage(subjects)
  const byIds = prepareByIds(subjects)
  return {
    /** A user's notifications, the latest first; returns more than `limit` rows when there are more. */
    async ofUser(
      db: Executor,
      userId: string,
      limit: number,
      after = FIRST_PAGE_CURSOR,
    ): Promise<NotificationRow[]> {
      const rows = await userPage(db, { userId, lastAt: after.lastAt.toISOString(), id: after.id }, limit)
      return rows.map(withViews)
    },
    async byIds(db: Executor, ids: readonly string[]): Promise<NotificationRow[]> {
      return ids.length === 0 ? [] : (await byIds(db, { ids: [...ids] })).map(withViews)
    },
  }
}

const prepareUserPage = (subjects: readonly NotificationSubject[]) =>
  preparePageStatement<{ userId: string; lastAt: string; id: string }, SelectedRow>(
    'notifications',
    (limit) => {
      const page = sql`(
      select * from notifications
      where user_id = ${sql.placeholder('userId')}::uuid and not is_hidden
        and (last_at, id) < (${sql.placeholder('lastAt')}::timestamptz, ${sql.placeholder('id')}::uuid)
      order by last_at desc, id desc limit ${limit}) n`
      return sql`${selectNotifications(subjects, page)} order by n.last_at desc, n.id desc`
    },
  )

const prepareByIds = (subjects: readonly NotificationSubject[]) => {
  const requested = sql`
    unnest(${sql.placeholder('ids')}::uuid[]) as requested(id) join notifications n on n.id = requested.id`
  return prepareStatement<{ ids: string[] }, SelectedRow>(
    'notifications_by_ids',
    sql`${selectNotifications(subjects, requested)} order by n.last_at, n.id`,
  )
}

import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { NotificationType } from '#shared/notifications/notifications.ts'
import { createdAt, timestamptz, primaryId } from '#server/db/columns.ts'
import type { SubjectKind } from './notification-subject.ts'
import { userRole, users } from '#server/features/accounts/users/schema.ts'

/** A user's notification. While it is unread, events with the same `groupKey` by other users join it. */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<NotificationType>().notNull(),
    /** Key by which events are grouped: `like:<post or video>`, `follow`, `mention:<post or comment>`, `video:<creator>`. */
    groupKey: text('group_key').notNull(),
    /**
     * What it is about: a row of a higher domain, of a `video` notification the latest of its videos. Null when only its
     * actors matter. A trigger of the subject's table deletes the notification with the row.
     */
    subjectKind: text('subject_kind').$type<SubjectKind>(),
    subjectId: uuid('subject_id'),
    /** The comment on the subject that mentions the user; deleted with it, too. */
    commentId: uuid('comment_id'),
    /** The user whose role was changed, and the new role. */
    aboutUserId: uuid('about_user_id').references(() => users.id, { onDelete: 'cascade' }),
    role: userRole(),
    /** Number of published videos that it announces. */
    videosCount: integer('videos_count').notNull().default(0),
    /** Actors whose event is not withdrawn, active or not; 1 for an announcement, which has no actors. */
    actorsCount: integer('actors_count').notNull().default(0),
    readAt: timestamptz('read_at'),
    /**
     * True when each of its actors is inactive or withdrawn. Maintained by triggers, so that counting need not join the
     * actors.
     */
    isHidden: boolean('is_hidden').notNull().default(false),
    /** Time of the latest event. */
    lastAt: timestamptz('last_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('notifications_open_key')
      .on(table.userId, table.groupKey)
      .where(sql`${table.readAt} is null`),
    index('notifications_unread_idx')
      .on(table.userId)
      .where(sql`${table.readAt} is null and not ${table.isHidden}`),
    index('notifications_user_idx').on(table.userId, table.lastAt, table.id),
    index('notifications_subject_idx')
      .on(table.subjectId, table.subjectKind)
      .where(sql`${table.subjectId} is not null`),
    index('notifications_comment_idx')
      .on(table.commentId)
      .where(sql`${table.commentId} is not null`),
    // An announcement is sent to each user once, also if the user has read it before the job is repeated.
    uniqueIndex('notifications_announcement_key')
      .on(table.subjectId, table.userId)
      .where(sql`${table.type} = 'announcement'`),
    index('notifications_about_user_idx')
      .on(table.aboutUserId)
      .where(sql`${table.aboutUserId} is not null`),
    check('notifications_subject', sql`num_nulls(${table.subjectKind}, ${table.subjectId}) in (0, 2)`),
  ],
)

export const notificationActors = pgTable(
  'notification_actors',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The actor's latest comment on the recipient's post; a trigger makes it null when the comment is deleted. */
    commentId: uuid('comment_id'),
    /** Time of the actor's latest event. */
    createdAt: createdAt(),
    /** When the event was withdrawn, for example by an unlike; null if it was not. */
    withdrawnAt: timestamptz('withdrawn_at'),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.actorId] }),
    index('notification_actors_latest_idx').on(table.notificationId, table.createdAt, table.actorId),
    index('notification_actors_actor_idx').on(table.actorId),
    index('notification_actors_withdrawn_idx')
      .on(table.actorId, table.withdrawnAt)
      .where(sql`${table.withdrawnAt} is not null`),
    index('notification_actors_comment_idx')
      .on(table.commentId)
      .where(sql`${table.commentId} is not null`),
  ],
)

import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { NotificationType } from '#shared/notifications/notifications.ts'
import { createdAt, timestamptz, primaryId } from '#server/db/columns.ts'
import { announcements } from '#server/features/operations/announcements/schema.ts'
import { comments } from '#server/features/community/comments/schema.ts'
import { moderationDecisions, reports } from '#server/features/operations/moderation-cases/schema.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { tips } from '#server/features/money/tips/schema.ts'
import { userRole, users } from '#server/features/accounts/users/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'

/** A user's notification. While it is unread, events of the same `subject` by other users join it. */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().$type<NotificationType>().notNull(),
    /** Key by which events are grouped: `like:<post or video>`, `follow`, `mention:<post or comment>`, `video:<creator>`. */
    subject: text().notNull(),
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    /** The comment that mentions the user. */
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'cascade' }),
    /** Of a `video` notification, the latest of its videos. */
    videoId: uuid('video_id').references(() => videos.id, { onDelete: 'cascade' }),
    tipId: uuid('tip_id').references(() => tips.id, { onDelete: 'cascade' }),
    /** The user whose role was changed, and the new role. */
    aboutUserId: uuid('about_user_id').references(() => users.id, { onDelete: 'cascade' }),
    role: userRole(),
    announcementId: uuid('announcement_id').references(() => announcements.id, { onDelete: 'cascade' }),
    /** The decision of a moderator about the user. */
    decisionId: uuid('decision_id').references(() => moderationDecisions.id, { onDelete: 'cascade' }),
    /** The user's report that was dealt with. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'cascade' }),
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
      .on(table.userId, table.subject)
      .where(sql`${table.readAt} is null`),
    index('notifications_unread_idx')
      .on(table.userId)
      .where(sql`${table.readAt} is null and not ${table.isHidden}`),
    index('notifications_user_idx').on(table.userId, table.lastAt, table.id),
    index('notifications_post_idx').on(table.postId),
    index('notifications_comment_idx').on(table.commentId),
    index('notifications_stream_idx').on(table.streamId),
    index('notifications_video_idx').on(table.videoId),
    index('notifications_tip_idx')
      .on(table.tipId)
      .where(sql`${table.tipId} is not null`),
    // An announcement is sent to each user once, also if the user has read it before the job is repeated.
    uniqueIndex('notifications_announcement_key')
      .on(table.announcementId, table.userId)
      .where(sql`${table.announcementId} is not null`),
    index('notifications_about_user_idx')
      .on(table.aboutUserId)
      .where(sql`${table.aboutUserId} is not null`),
    index('notifications_decision_idx')
      .on(table.decisionId)
      .where(sql`${table.decisionId} is not null`),
    index('notifications_report_idx')
      .on(table.reportId)
      .where(sql`${table.reportId} is not null`),
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
    /** The actor's latest comment on the recipient's post. */
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    /** Time of the actor's latest event. */
    createdAt: createdAt(),
    /** When the event was taken back, as by an unlike; null while it is in force. */
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

import * as z from 'zod/mini'
import { DECISION_KINDS, REPORT_SUBJECTS } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page } from '#shared/fields.ts'
import { role } from '#shared/role-schema.ts'
import { NOTIFICATION_TYPES } from '#shared/accounts/preferences.ts'
import { shownUser, userRef } from '#shared/accounts/users.ts'

/** A tip brings its amount. */
const OTHER_TYPES = NOTIFICATION_TYPES.filter((type) => type !== 'tip')
export type NotificationType =
  | (typeof NOTIFICATION_TYPES)[number]
  | 'payout'
  | 'role'
  | 'decision'
  | 'report'
  | 'announcement'

/**
 * An event for a user; the same event by several users is grouped into one notification until it is read. `recording` is
 * for the creator, who is its only actor: the recording of a broadcast is ready (`video`), or there is none (`stream`).
 */
const fields = z.object({
  id,
  /** The latest users who caused it, at most three. */
  actors: z.array(shownUser),
  actorsCount: z.int(),
  /** The subject, with the beginning of its text. */
  post: z.nullable(z.object({ id, excerpt: z.string() })),
  comment: z.nullable(z.object({ id, excerpt: z.string() })),
  /** The title of a private stream is null: only users with the link may see it. */
  stream: z.nullable(z.object({ id, title: z.nullable(z.string()), isLive: z.boolean() })),
  /** The video that was liked, commented on or published last; the title of a hidden one is null. */
  video: z.nullable(z.object({ id, title: z.nullable(z.string()) })),
  /** Number of videos that a `video` notification announces; 0 for other types. */
  videosCount: z.int(),
  isRead: z.boolean(),
  /** Time of the latest event in it. */
  createdAt: instant,
})
const notification = z.discriminatedUnion('type', [
  z.extend(fields, {
    type: z.literal('tip'),
    /** The tip that was received; `amount` is decimal text, `isSandbox`: no money moved. Each has a notification of its own. */
    tip: z.object({
      id,
      amount: z.string(),
      currency: z.string(),
      isSandbox: z.boolean(),
      message: z.nullable(z.string()),
    }),
  }),
  z.extend(fields, {
    /** For super_admins: `user` was given this role. */
    type: z.literal('role'),
    tip: z.null(),
    user: userRef,
    role,
  }),
  z.extend(fields, {
    /** From an admin to all members; it has no actors. `link` is a path of this site. */
    type: z.literal('announcement'),
    tip: z.null(),
    announcement: z.object({ title: z.string(), text: z.string(), link: z.nullable(z.string()) }),
  }),
  z.extend(fields, {
    /** A moderator has decided about the user, has taken that back, or has answered the appeal. */
    type: z.literal('decision'),
    tip: z.null(),
    decision: z.object({
      id,
      kind: z.enum(DECISION_KINDS),
      subjectType: z.enum(REPORT_SUBJECTS),
      rule: z.string(),
      isUndone: z.boolean(),
      appealOutcome: z.nullable(z.enum(['upheld', 'reversed'])),
    }),
  }),
  z.extend(fields, {
    /** What the user has reported was dealt with; `isActedOn`: a moderator did more than dismiss it. */
    type: z.literal('report'),
    tip: z.null(),
    report: z.object({ id, subjectType: z.enum(REPORT_SUBJECTS), isActedOn: z.boolean() }),
  }),
  /** `payout`: somebody tried to tip the user, who cannot receive tips; the user is its only actor. */
  z.extend(fields, { type: z.enum([...OTHER_TYPES, 'payout']), tip: z.null() }),
])
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  query: page,
  response: z.array(notification),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  response: z.object({ unreadCount: z.int() }),
})

/** Marks the given notifications as read, or all. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'member',
  body: z.nullish(z.object({ ids: z.optional(z.array(id).check(z.maxLength(100))) })),
  response: z.object({ unreadCount: z.int() }),
})

export const notificationServerMessages = [
  /** To every page of one member: something happened, or was read elsewhere or restored (`data` is null then). */
  z.object({
    type: z.literal('notification'),
    unreadCount: z.int(),
    data: z.nullable(notification),
  }),
  /** To every page of one member: these were taken back, read or not. */
  z.object({ type: z.literal('notifications_withdrawn'), ids: z.array(id), unreadCount: z.int() }),
] as const

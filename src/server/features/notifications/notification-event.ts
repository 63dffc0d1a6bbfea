import type { NotificationType } from '#shared/notifications.ts'

type Of<T extends NotificationType, About> = { type: T } & About

/** Something that a member (the actor) did which another (the recipient, `userId`) may want to know. */
export type NotificationEvent = { userId: string; actorId: string } & Happening

type Happening =
  | Of<'follow', unknown>
  | Of<'like', { postId: string }>
  | Of<'comment', { postId: string; commentId: string }>
  /** In a post, or in a comment on it. */
  | Of<'mention', { postId: string; commentId?: string | null | undefined }>
  | Of<'live', { streamId: string }>

/**
 * Who does the same over and over is told of once in this time, in ms: long enough that nobody is pinged by a finger that
 * cannot decide, and short enough that who comes back another day is told of. No setting: nothing is allowed or refused.
 */
export const QUIET_MS = 60 * 60 * 1000

/** What is one thing: while it is unread, the same by another member joins the notification. */
export function subjectOf(notice: Happening): string {
  switch (notice.type) {
    case 'follow':
      return 'follow'
    case 'like':
    case 'comment':
      return `${notice.type}:${notice.postId}`
    case 'mention':
      return `mention:${notice.commentId ?? notice.postId}`
    case 'live':
      return `live:${notice.streamId}`
    default:
      return notice satisfies never
  }
}

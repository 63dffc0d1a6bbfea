import type { NotificationType } from '#shared/notifications/notifications.ts'
import type { Role } from '#shared/roles.ts'
import type { SubjectRef } from './notification-subject.ts'

type OfType<T extends NotificationType, Fields> = { type: T } & Fields

/**
 * An action of a user (the actor) that concerns another user (the recipient, `userId`); the recordings of a creator concern
 * the creator itself.
 */
export type NotificationEvent = { userId: string; actorId: string } & EventDetails

/** A post or a video. */
type Subject = { postId: string; videoId?: null } | { postId?: null; videoId: string }

type EventDetails =
  | OfType<'follow', unknown>
  | OfType<'like', Subject>
  | OfType<'comment', Subject & { commentId: string }>
  /** In a post, or in a comment on a post or video. */
  | OfType<'mention', Subject & { commentId?: string | null | undefined }>
  | OfType<'live', { streamId: string }>
  /** All new videos of a creator are one notification until it is read. */
  | OfType<'video', { creatorId: string }>
  /** The recorded video of the creator's broadcast, or the stream if nothing was recorded. */
  | OfType<'recording', { videoId: string } | { streamId: string }>
  | OfType<'tip', { tipId: string }>
  /** A user tried to tip the recipient, who cannot receive tips yet. The notification does not reveal the user. */
  | OfType<'payout', unknown>
  /** An admin has changed the role of a user. */
  | OfType<'role', { aboutUserId: string; role: Role }>
  /** A moderator has decided about the recipient. The recipient is the only actor, so that the moderator stays anonymous. */
  | OfType<'decision', { decisionId: string }>
  /** The recipient's report was dealt with. */
  | OfType<'report', { reportId: string }>

/**
 * A change of a notification, to be delivered after the transaction's commit. `opened` is a new notification or one
 * with new events. A restored one is not delivered again; only its recipient's unread count is published.
 */
export type NotificationChange =
  | { kind: 'opened'; id: string }
  | { kind: 'withdrawn' | 'restored'; id: string; userId: string }

/**
 * Period in ms within which the same action does not notify again: long enough for toggling back and forth, short
 * enough that the same action on another day notifies again. Not a setting, as nothing is permitted or refused by it.
 */
export const QUIET_MS = 60 * 60 * 1000

/** True for an event that can be repeated unchanged. Another comment or mention has new content, so it is a new event. */
export const isRestorable = ({ type }: EventDetails): boolean => type === 'like' || type === 'follow'

/** Returns what the notification of an event is about; null when only its actors matter. */
export function subjectOf(event: EventDetails): SubjectRef | null {
  switch (event.type) {
    case 'follow':
    case 'payout':
    case 'role':
    // The job that sends the notification sets the subject to the latest video.
    case 'video':
      return null
    case 'like':
    case 'comment':
    case 'mention':
      return postOrVideo(event)
    case 'live':
      return { kind: 'stream', id: event.streamId }
    case 'recording':
      return 'videoId' in event
        ? { kind: 'video', id: event.videoId }
        : { kind: 'stream', id: event.streamId }
    case 'tip':
      return { kind: 'tip', id: event.tipId }
    case 'decision':
      return { kind: 'decision', id: event.decisionId }
    case 'report':
      return { kind: 'report', id: event.reportId }
    default:
      return event satisfies never
  }
}

const postOrVideo = ({ postId, videoId }: Subject): SubjectRef =>
  postId === null || postId === undefined ? { kind: 'video', id: videoId } : { kind: 'post', id: postId }

/** Key by which events are grouped: while a notification is unread, events with the same key join it. */
export function groupKeyOf(event: EventDetails): string {
  switch (event.type) {
    case 'follow':
    case 'payout':
      return event.type
    case 'like':
    case 'comment':
      return `${event.type}:${event.postId ?? event.videoId}`
    case 'mention':
      return `mention:${event.commentId ?? event.postId ?? event.videoId}`
    case 'live':
      return `live:${event.streamId}`
    case 'video':
      return `video:${event.creatorId}`
    case 'recording':
      return `recording:${'videoId' in event ? event.videoId : event.streamId}`
    case 'tip':
      return `tip:${event.tipId}`
    case 'role':
      return `role:${event.aboutUserId}:${event.role}`
    case 'decision':
      return `decision:${event.decisionId}`
    case 'report':
      return `report:${event.reportId}`
    default:
      return event satisfies never
  }
}

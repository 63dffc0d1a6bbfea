import type { Notification } from '#shared/notifications.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { type ActorRow, type NotificationRow, SHOWN_ACTORS } from './queries.ts'

/** A notification as its recipient sees it, with its actors. */
export function presentNotification(row: NotificationRow, viewer: Caller | null): Notification {
  const { actors } = row
  return {
    id: row.id,
    type: row.type,
    actors: actors.map((actor) => presentUserRef(actor, viewer)),
    // The stored count knows nothing of deactivated members; where all are shown, those shown are all.
    actorsCount: actors.length < SHOWN_ACTORS ? actors.length : row.actorsCount,
    post: excerpt(row.postId, row.postExcerpt),
    comment: excerpt(row.commentId, row.commentExcerpt) ?? lastComment(actors),
    stream:
      row.streamId === null
        ? null
        : { id: row.streamId, title: row.streamTitle, isLive: row.streamIsLive === true },
    isRead: row.isRead,
    createdAt: new Date(row.lastAt).toISOString(),
  }
}

function lastComment(actors: readonly ActorRow[]): Notification['comment'] {
  const [latest] = actors
  return latest ? excerpt(latest.commentId, latest.commentExcerpt) : null
}

function excerpt(id: string | null, text: string | null): { id: string; excerpt: string } | null {
  return id !== null && text !== null ? { id, excerpt: text } : null
}

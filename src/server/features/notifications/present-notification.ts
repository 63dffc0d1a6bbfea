import type { Notification } from '#shared/notifications.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentUserRef } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { type ActorRow, type NotificationRow, SHOWN_ACTORS, listActors } from './queries.ts'

/** Notifications as their recipients see them, with their actors, in one statement more for all of them. */
export async function presentNotifications(
  db: Executor,
  rows: readonly NotificationRow[],
  viewerOf: (row: NotificationRow) => Caller | null,
): Promise<Notification[]> {
  const found = await listActors(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const actors = found.filter(({ notificationId }) => notificationId === row.id)
    return presentNotification(row, actors, viewerOf(row))
  })
}

function presentNotification(
  row: NotificationRow,
  actors: readonly ActorRow[],
  viewer: Caller | null,
): Notification {
  return {
    id: row.id,
    type: row.type,
    actors: actors.map(({ actor }) => presentUserRef(actor, viewer)),
    // The stored count knows nothing of deactivated members; where all are shown, those shown are all.
    actorsCount: actors.length < SHOWN_ACTORS ? actors.length : row.actorsCount,
    post: excerpt(row.postId, row.postExcerpt),
    comment: excerpt(row.commentId, row.commentExcerpt) ?? lastComment(actors),
    stream:
      row.streamId === null
        ? null
        : { id: row.streamId, title: row.streamTitle, isLive: row.streamIsLive === true },
    isRead: row.readAt !== null,
    createdAt: row.lastAt.toISOString(),
  }
}

function lastComment(actors: readonly ActorRow[]): Notification['comment'] {
  const [latest] = actors
  return latest ? excerpt(latest.commentId, latest.commentExcerpt) : null
}

function excerpt(id: string | null, text: string | null): { id: string; excerpt: string } | null {
  return id !== null && text !== null ? { id, excerpt: text } : null
}

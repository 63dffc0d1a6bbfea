import { formatCents } from '#shared/money/money.ts'
import type { Notification } from '#shared/notifications/notifications.ts'
import { balanceBidi } from '#shared/text/balance-bidi.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { type ActorRow, type NotificationRow, MAX_SHOWN_ACTORS } from './queries.ts'

/** `requester` is the recipient; null masks the actors' e-mail addresses. */
export function presentNotification(row: NotificationRow, requester: Caller | null): Notification {
  const { actors, type } = row
  const fields = {
    id: row.id,
    actors: actors.map((actor) => presentUserRef(actor, requester)),
    // The stored count includes inactive users, so a list that is not cut off is counted instead.
    actorsCount: actors.length < MAX_SHOWN_ACTORS ? actors.length : row.actorsCount,
    post: excerpt(row.postId, row.postExcerpt),
    comment: excerpt(row.commentId, row.commentExcerpt) ?? lastComment(actors),
    stream:
      row.streamId === null
        ? null
        : { id: row.streamId, title: row.streamTitle, isLive: row.streamIsLive === true },
    video: row.videoId === null ? null : { id: row.videoId, title: row.videoTitle },
    videosCount: row.videosCount,
    isRead: row.isRead,
    createdAt: new Date(row.lastAt).toISOString(),
  }
  switch (type) {
    case 'tip':
      return { ...fields, type, tip: presentTip(row) }
    case 'role':
      return { ...fields, type, tip: null, ...presentRoleChange(row, requester) }
    case 'announcement':
      return { ...fields, type, tip: null, announcement: present(row.id, row.announcement) }
    case 'decision':
      return { ...fields, type, tip: null, decision: present(row.id, row.decision) }
    case 'report':
      return { ...fields, type, tip: null, report: present(row.id, row.report) }
    default:
      return { ...fields, type, tip: null }
  }
}

/** A notification is deleted with what it is about. */
function present<About>(id: string, about: About | null): About {
  if (about === null) throw new Error(`the notification ${id} is about nothing`)
  return about
}

function presentRoleChange({ id, aboutUser, role }: NotificationRow, requester: Caller | null) {
  // The notification is deleted with its user.
  if (!aboutUser || !role) throw new Error(`the notification ${id} of a role has no user`)
  return { user: presentUserRef(aboutUser, requester), role }
}

type TipNotification = Extract<Notification, { type: 'tip' }>

function presentTip({
  id,
  tipId,
  tipCents,
  tipCurrency,
  tipIsSandbox,
  tipMessage,
}: NotificationRow): TipNotification['tip'] {
  // The notification is deleted with its tip.
  if (tipId === null || tipCents === null || tipCurrency === null || tipIsSandbox === null)
    throw new Error(`the notification ${id} of a tip has no tip`)
  return {
    id: tipId,
    amount: formatCents(tipCents),
    currency: tipCurrency,
    isSandbox: tipIsSandbox,
    message: tipMessage,
  }
}

function lastComment(actors: readonly ActorRow[]): Notification['comment'] {
  const [latest] = actors
  return latest ? excerpt(latest.commentId, latest.commentExcerpt) : null
}

function excerpt(id: string | null, text: string | null): { id: string; excerpt: string } | null {
  return id !== null && text !== null ? { id, excerpt: balanceBidi(text) } : null
}

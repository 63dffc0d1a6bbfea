import type { Notification } from '#shared/notifications/notifications.ts'
import { presentShownUser, presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { type NotificationRow, MAX_SHOWN_ACTORS } from './list-queries.ts'

/**
 * Returns undefined for a notification whose subject was deleted a moment ago. `requester` is the recipient; null masks the
 * actors' e-mail addresses.
 */
export function presentNotification(
  row: NotificationRow,
  requester: Caller | null,
): Notification | undefined {
  const { actors, type, views, subjectKind } = row
  if (subjectKind !== null && !(subjectKind in views)) return undefined
  const fields = {
    id: row.id,
    actors: actors.map((actor) => presentShownUser(actor, requester)),
    // The stored count includes inactive users, so a list that is not cut off is counted instead.
    actorsCount: actors.length < MAX_SHOWN_ACTORS ? actors.length : row.actorsCount,
    post: views.post ?? null,
    comment: views.comment ?? null,
    stream: views.stream ?? null,
    video: views.video ?? null,
    videosCount: row.videosCount,
    isRead: row.isRead,
    createdAt: new Date(row.lastAt).toISOString(),
  }
  switch (type) {
    case 'tip':
      return { ...fields, type, tip: present(row.id, views.tip) }
    case 'role':
      return { ...fields, type, tip: null, ...presentRoleChange(row, requester) }
    case 'announcement':
      return { ...fields, type, tip: null, announcement: present(row.id, views.announcement) }
    case 'decision':
      return { ...fields, type, tip: null, decision: present(row.id, views.decision) }
    case 'report':
      return { ...fields, type, tip: null, report: present(row.id, views.report) }
    default:
      return { ...fields, type, tip: null }
  }
}

/** The types that require a subject are never recorded without one. */
function present<View>(id: string, view: View | undefined): View {
  if (view === undefined) throw new Error(`the notification ${id} is about nothing`)
  return view
}

function presentRoleChange({ id, aboutUser, role }: NotificationRow, requester: Caller | null) {
  // The notification is deleted with its user.
  if (!aboutUser || !role) throw new Error(`the notification ${id} of a role has no user`)
  return { user: presentUserRef(aboutUser, requester), role }
}

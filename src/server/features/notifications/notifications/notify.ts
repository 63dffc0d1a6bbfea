import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { type NotificationChange, type NotificationEvent, groupKeyOf } from './notification-event.ts'
import type { NotificationSubject, SubjectRef } from './notification-subject.ts'
import { openNotifications, upsertActors } from './event-queries.ts'
import { notificationsChanged } from './deliver-notifications.ts'
import {
  type Replacement,
  deleteNotificationsAbout,
  deleteNotificationsAboutContentOf,
  lockNotificationsOfGroup,
  withdrawActor,
  withdrawAllOfActor,
} from './withdrawal-queries.ts'

type Dependencies = Pick<Context, 'publish'>

/** Changes per message to other nodes; each has two ids. */
const BATCH_SIZE = 50

/** Types whose recipient is also the actor. */
const SELF_CAUSED_TYPES: ReadonlySet<NotificationEvent['type']> = new Set([
  'recording',
  'payout',
  'decision',
  'report',
])

/**
 * Records events within the caller's transaction, in two statements, and publishes them. Skips a user's own actions, except
 * `SELF_CAUSED_TYPES`, and recipients who have disabled the type. Restores a recently withdrawn notification as it was. Requires
 * at most one event per recipient and group.
 */
export async function recordNotifications(
  dependencies: Dependencies,
  tx: Executor,
  events: readonly NotificationEvent[],
): Promise<void> {
  const recorded = events.filter(
    ({ type, userId, actorId }) => userId !== actorId || SELF_CAUSED_TYPES.has(type),
  )
  if (recorded.length === 0) return
  // The first statement locks the notifications, so that the second sees the actors of concurrent transactions.
  const opened = await openNotifications(tx, recorded)
  const actors = recorded.flatMap((event) => {
    const { userId, actorId } = event
    const groupKey = groupKeyOf(event)
    const notification = opened.find((each) => each.userId === userId && each.groupKey === groupKey)
    const commentId = event.type === 'comment' ? event.commentId : null
    return notification && !notification.isRestored
      ? { notificationId: notification.id, actorId, commentId }
      : []
  })
  if (actors.length > 0) await upsertActors(tx, actors)
  publishInBatches(
    dependencies,
    tx,
    opened.map(({ id, userId, isRestored }) =>
      isRestored ? { kind: 'restored', id, userId } : { kind: 'opened', id },
    ),
  )
}

/**
 * Withdraws a recorded event (an unlike, an unfollow, a deleted comment) from read and unread notifications. A notification
 * without another actor is hidden. If `findReplacement` finds another comment of the actor, the actor stays with that comment.
 * It is called when the notifications are locked.
 */
export async function withdrawNotification(
  dependencies: Dependencies,
  tx: Executor,
  event: NotificationEvent,
  findReplacement?: (tx: Executor) => Promise<Replacement | undefined>,
): Promise<void> {
  const ids = await lockNotificationsOfGroup(tx, event)
  if (ids.length === 0) return
  const replacement = await findReplacement?.(tx)
  publishWithdrawn(dependencies, tx, await withdrawActor(tx, { ids, actorId: event.actorId, replacement }))
}

/** Withdraws all events of the actor from the user's notifications, read or unread. */
export async function withdrawActorFrom(
  dependencies: Dependencies,
  tx: Executor,
  pair: { userId: string; actorId: string },
): Promise<void> {
  publishWithdrawn(dependencies, tx, await withdrawAllOfActor(tx, pair))
}

/** Deletes the user's notifications about the owner's content, whoever caused them. */
export async function withdrawContentFrom(
  { subjects, ...dependencies }: Dependencies & { subjects: readonly NotificationSubject[] },
  tx: Executor,
  pair: { userId: string; ownerId: string },
): Promise<void> {
  publishWithdrawn(dependencies, tx, await deleteNotificationsAboutContentOf(tx, subjects, pair))
}

/** Deletes all notifications about a subject; called before its row is deleted. */
export async function withdrawNotificationsAbout(
  dependencies: Dependencies,
  tx: Executor,
  subject: SubjectRef,
): Promise<void> {
  publishWithdrawn(dependencies, tx, await deleteNotificationsAbout(tx, subject))
}

/** Publishes notifications that a statement of the transaction has opened. */
export function publishOpened(dependencies: Dependencies, tx: Executor, ids: readonly string[]): void {
  publishInBatches(
    dependencies,
    tx,
    ids.map((id) => ({ kind: 'opened', id })),
  )
}

function publishWithdrawn(
  dependencies: Dependencies,
  tx: Executor,
  notifications: readonly { id: string; userId: string }[],
): void {
  publishInBatches(
    dependencies,
    tx,
    notifications.map(({ id, userId }) => ({ kind: 'withdrawn', id, userId })),
  )
}

function publishInBatches(
  { publish }: Dependencies,
  tx: Executor,
  changes: readonly NotificationChange[],
): void {
  for (let start = 0; start < changes.length; start += BATCH_SIZE)
    publish(tx, notificationsChanged(changes.slice(start, start + BATCH_SIZE)))
}

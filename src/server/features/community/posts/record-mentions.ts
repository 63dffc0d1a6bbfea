import type { Executor } from '#server/db/executor.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import type { PostRow } from './schema.ts'

type Mentioning = Pick<PostRow, 'authorId' | 'mentions'> & { postId: string }

/** Notifies those whom a post mentions. */
export function recordMentions(
  tx: Executor,
  { postId, authorId, mentions }: Mentioning,
): Promise<NotificationChange[]> {
  return recordNotifications(
    tx,
    mentions.map(({ userId }) => ({ type: 'mention', userId, actorId: authorId, postId })),
  )
}

import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import type { CommentRow } from './schema.ts'
import type { Subject } from './subjects.ts'

/** Notifies the owner of the subject, and each mentioned user, of a comment. */
export function notifyOfComment(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  about: Subject & { actorId: string; commentId: string },
  { ownerId, isVisibleToAll }: { ownerId: string; isVisibleToAll: boolean },
  mentions: CommentRow['mentions'],
): Promise<void> {
  // Nobody else can open a hidden video.
  const others = isVisibleToAll ? mentions.filter(({ userId }) => userId !== ownerId) : []
  return recordNotifications(dependencies, tx, [
    { type: 'comment', userId: ownerId, ...about },
    ...others.map(({ userId }) => ({ type: 'mention' as const, userId, ...about })),
  ])
}

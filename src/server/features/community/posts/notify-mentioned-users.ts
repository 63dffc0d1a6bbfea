import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import type { PostRow } from './schema.ts'

type Mentioning = Pick<PostRow, 'authorId' | 'mentions'> & { postId: string }

/** Notifies the users whom a post mentions. */
export function notifyMentionedUsers(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  { postId, authorId, mentions }: Mentioning,
): Promise<void> {
  return recordNotifications(
    dependencies,
    tx,
    mentions.map(({ userId }) => ({ type: 'mention', userId, actorId: authorId, postId })),
  )
}

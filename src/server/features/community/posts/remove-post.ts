import type { Db, Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { releaseMedia } from '#server/features/media/media/queries.ts'
import { withdrawNotificationsAbout } from '#server/features/notifications/notifications/notify.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { toPages, toPagesAndRetain } from '#server/realtime/page-message.ts'
import { deletePost } from './queries.ts'
import { lockShownPost } from './lock-queries.ts'
import { FEED_TOPIC, postTopic } from './topics.ts'

type Dependencies = Pick<Context, 'publish'> & {
  /** Queues deletions per user, as they cascade to all likes and comments. */
  deletionDb: Db
  media: MediaStore
}

/**
 * Deletes a post of the caller with everything that refers to it, withdraws its notifications, and publishes the deletion
 * to feeds and to the pages that show it. Throws 404, 403.
 */
export async function removePost(
  { deletionDb, media, ...dependencies }: Dependencies,
  caller: Caller,
  postId: string,
): Promise<void> {
  await deletionDb.transaction(async (tx) => {
    const post = await lockShownPost(tx, postId, caller)
    if (!post) throw notFound('notFound.post')
    if (post.authorId !== caller.id) throw forbidden()
    await withdrawNotificationsAbout(dependencies, tx, { kind: 'post', id: postId })
    const mediaUrl = await deletePost(tx, postId)
    await releaseMedia(tx, mediaUrl === null ? [] : [mediaUrl])
    publishDeletedPost(dependencies, tx, postId)
  })
  await media.deleteReleased()
}

export function publishDeletedPost(
  { publish }: Pick<Context, 'publish'>,
  tx: Executor,
  postId: string,
): void {
  const message = { type: 'post_deleted', postId } as const
  publish(tx, toPages(FEED_TOPIC, message))
  publish(tx, toPagesAndRetain(postTopic(postId), message))
}

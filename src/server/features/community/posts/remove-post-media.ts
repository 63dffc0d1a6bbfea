import type { AlsoWrite } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { releaseMedia } from '#server/features/media/media/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { removeMediaOfPost } from './queries.ts'
import { postTopic } from './topics.ts'

/**
 * Removes a file from its post, which stays, and tells the pages that show it. `alsoWrite` writes in the same transaction.
 * Throws 404 when no post has the file.
 */
export async function removePostMedia(
  { db, hub, media }: Pick<Context, 'db' | 'hub'> & { media: MediaStore },
  mediaUrl: string,
  alsoWrite: AlsoWrite,
): Promise<void> {
  const { id: postId, ...post } = await db.transaction(async (tx) => {
    const changed = await removeMediaOfPost(tx, mediaUrl)
    if (!changed) throw notFound('notFound.upload')
    await releaseMedia(tx, [mediaUrl])
    await alsoWrite(tx)
    return changed
  })
  const { likesCount, commentsCount, sharesCount } = post
  const data = { likesCount, commentsCount, sharesCount, mediaUrl: null }
  const message = { type: 'post_changed', postId, data } as const
  hub.retain(postTopic(postId), message)
  hub.publish(postTopic(postId), message)
  await media.deleteReleased()
}

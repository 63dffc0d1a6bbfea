import type { AlsoWrite } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { releaseMedia } from '#server/features/media/media/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { removeMediaOfPost } from './queries.ts'
import { postTopic } from './topics.ts'
import { toPagesAndRetain } from '#server/realtime/page-message.ts'

/**
 * Removes a file from its post without deleting the post, and publishes the change to pages. `alsoWrite` writes in the same
 * transaction. Throws 404 when no post has the file.
 */
export async function removePostMedia(
  { db, publish, media }: Pick<Context, 'db' | 'publish'> & { media: MediaStore },
  mediaUrl: string,
  alsoWrite: AlsoWrite,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await removeMediaOfPost(tx, mediaUrl)
    if (!changed) throw notFound('notFound.upload')
    await releaseMedia(tx, [mediaUrl])
    await alsoWrite(tx)
    const { id: postId, likesCount, commentsCount, sharesCount } = changed
    const data = { likesCount, commentsCount, sharesCount, mediaUrl: null }
    publish(tx, toPagesAndRetain(postTopic(postId), { type: 'post_changed', postId, data }))
  })
  await media.deleteReleased()
}

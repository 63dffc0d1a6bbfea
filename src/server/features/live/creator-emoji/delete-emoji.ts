import { type AlsoWrite, writeNothing } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { releaseMedia } from '#server/features/media/media/queries.ts'
import { userTopic } from '#server/features/accounts/users/topics.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { deleteEmojiRow, findEmoji } from './queries.ts'
import { toPages } from '#server/realtime/page-message.ts'

type Dependencies = Pick<Context, 'db' | 'publish'> & { media: MediaStore }

/**
 * Deletes a user's emoji with its file; `alsoWrite` writes in the same transaction. Throws 403 for another user's emoji that
 * everyone can see, 404 for any other id.
 */
export async function deleteEmoji(
  { db, publish, media }: Dependencies,
  creatorId: string,
  id: string,
  alsoWrite: AlsoWrite = writeNothing,
): Promise<{ id: string }> {
  const found = await findEmoji(db, id)
  if (found && found.creatorId !== creatorId && found.isOffered) throw forbidden()
  if (found?.creatorId !== creatorId) throw notFound('notFound.emoji')
  await db.transaction(async (tx) => {
    const deleted = await deleteEmojiRow(tx, id)
    if (!deleted) throw notFound('notFound.emoji')
    await releaseMedia(tx, [deleted.url])
    await alsoWrite(tx)
  })
  await media.deleteReleased()
  publish(db, toPages(userTopic(creatorId), { type: 'emoji_changed', userId: creatorId }))
  return { id }
}

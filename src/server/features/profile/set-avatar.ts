import type { Db } from '#server/db/executor.ts'
import type { MediaStore } from '#server/features/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/queries.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { lockUser, updateAvatar } from './queries.ts'

/**
 * Gives a member its own finished upload for a face, or none, and gives up the files of the one before. Repeating a
 * call changes nothing. Throws 422 at `url` for any other address.
 */
export async function setAvatar(
  { db, media }: { db: Db; media: MediaStore },
  userId: string,
  url: string | null,
): Promise<UserRow> {
  const user = await db.transaction(async (tx) => {
    const before = await lockUser(tx, userId)
    if (!before) throw unauthorized()
    if (before.profileImageUrl === url) return before
    if (url !== null && !(await claimMedia(tx, { url, ownerId: userId, purpose: 'avatar' }))) throw unusable()
    if (before.profileImageUrl) await releaseMedia(tx, [before.profileImageUrl])
    return updateAvatar(tx, userId, url)
  })
  await media.deleteReleased()
  return user
}

function unusable(): HttpError {
  return new HttpError(422, 'unprocessable', 'errors.avatarUnusable', {
    fields: [{ path: 'url', key: 'errors.avatarUnusable' }],
  })
}

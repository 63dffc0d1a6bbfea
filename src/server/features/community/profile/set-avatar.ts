import type { Db, Executor } from '#server/db/executor.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/media/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import { updateAvatar } from './queries.ts'

/**
 * Sets or removes a user's avatar and releases the files of the previous one; idempotent. Throws 422 at `url` for
 * anything but the user's own finished avatar upload.
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
    if (url !== null && !(await claimMedia(tx, { url, ownerId: userId, purpose: 'avatar' })))
      throw avatarUnusable()
    if (before.profileImageUrl) await releaseMedia(tx, [before.profileImageUrl])
    return updateAvatar(tx, userId, url)
  })
  await media.deleteReleased()
  return user
}

/** Releases an avatar, and removes it from its user's profile, unless the profile has another avatar by now. */
export async function removeAvatar(tx: Executor, userId: string, url: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (user?.profileImageUrl === url) await updateAvatar(tx, userId, null)
  await releaseMedia(tx, [url])
}

function avatarUnusable(): HttpError {
  return new HttpError(422, 'unprocessable', 'errors.avatarUnusable', {
    fields: [{ path: 'url', key: 'errors.avatarUnusable' }],
  })
}

import type { StorageUse } from '#shared/media/uploads.ts'
import { limit } from '#shared/settings/limits.ts'
import type { Executor } from '#server/db/executor.ts'
import { sumStoredBytes } from '#server/features/media/media/queries.ts'
import { hasPro } from '#server/features/accounts/users/creator-pro.ts'
import { sumThumbnailBytes } from '#server/features/live/streams/queries.ts'
import { sumVideoBytes } from '#server/features/videos/videos/files/queries.ts'
import { HttpError } from '#server/http/errors.ts'
import { sumUploadBytes } from '#server/features/media/uploads/queries.ts'

/**
 * Returns how much a user stores: uploads and posted files, used or not, and everything that was made of them. The files of
 * uploads that are being received are not among them.
 */
export async function storageOf(db: Executor, ownerId: string): Promise<StorageUse> {
  const usedBytes =
    (await sumStoredBytes(db, ownerId)) +
    (await sumVideoBytes(db, ownerId)) +
    (await sumThumbnailBytes(db, ownerId))
  return { usedBytes, maxBytes: limit((await hasPro(db, ownerId)) ? 'proStorageBytes' : 'storageBytes') }
}

/** Returns how much may be made of a user's files until the allowance is used up; negative if it is exceeded. */
export async function remainingStorage(db: Executor, ownerId: string): Promise<number> {
  const { usedBytes, maxBytes } = await storageOf(db, ownerId)
  return maxBytes - usedBytes
}

/**
 * Throws 422 when the files of a user, those that are being received and these new bytes exceed what the user may store.
 * When Creator Pro has ended, what is stored stays, and new files are refused until it is less than what everyone may store.
 */
export async function checkStorage(db: Executor, ownerId: string, newBytes: number): Promise<void> {
  const { usedBytes, maxBytes } = await storageOf(db, ownerId)
  if (usedBytes + (await sumUploadBytes(db, ownerId)) + newBytes <= maxBytes) return
  const values = { gigabytes: toGigabytes(maxBytes), proGigabytes: toGigabytes(limit('proStorageBytes')) }
  const message = (await hasPro(db, ownerId)) ? 'uploads.proStorageFull' : 'uploads.storageFull'
  throw new HttpError(422, 'unprocessable', message, { values })
}

const toGigabytes = (bytes: number) => Math.floor((bytes / 1024 ** 3) * 10) / 10

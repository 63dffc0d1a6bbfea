import { limit } from '#shared/settings/limits.ts'
import type { Executor } from '#server/db/executor.ts'
import { sumUsedBytes } from '#server/features/media/queries.ts'
import { hasPro } from '#server/features/users/creator-pro.ts'
import { sumRecordedBytes } from '#server/features/videos/creator/queries.ts'
import { HttpError } from '#server/http/errors.ts'

/**
 * Throws 422 when the files of a user, with these new bytes, exceed what the user may store. When Creator Pro has ended, what
 * is stored stays, and new files are refused until it is less than what everyone may store.
 */
export async function checkStorage(db: Executor, ownerId: string, newBytes: number): Promise<void> {
  const isPro = await hasPro(db, ownerId)
  const storedBytes = (await sumUsedBytes(db, ownerId)) + (await sumRecordedBytes(db, ownerId))
  const maxBytes = limit(isPro ? 'proStorageBytes' : 'storageBytes')
  if (storedBytes + newBytes <= maxBytes) return
  const values = { gigabytes: toGigabytes(maxBytes), proGigabytes: toGigabytes(limit('proStorageBytes')) }
  throw new HttpError(422, 'unprocessable', isPro ? 'uploads.proStorageFull' : 'uploads.storageFull', {
    values,
  })
}

const toGigabytes = (bytes: number) => Math.floor((bytes / 1024 ** 3) * 10) / 10

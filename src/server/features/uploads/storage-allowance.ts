import { limit } from '#shared/settings/limits.ts'
import type { Executor } from '#server/db/executor.ts'
import { sumUsedBytes } from '#server/features/media/queries.ts'
import { sumRecordedBytes } from '#server/features/videos/creator/queries.ts'
import { HttpError } from '#server/http/errors.ts'

/** Throws 422 when the files of a user, with these new bytes, exceed what a member may store. */
export async function checkStorage(db: Executor, ownerId: string, newBytes: number): Promise<void> {
  const storedBytes = (await sumUsedBytes(db, ownerId)) + (await sumRecordedBytes(db, ownerId))
  const maxBytes = limit('storageBytes')
  if (storedBytes + newBytes <= maxBytes) return
  const gigabytes = Math.floor((maxBytes / 1024 ** 3) * 10) / 10
  throw new HttpError(422, 'unprocessable', 'uploads.storageFull', { values: { gigabytes } })
}

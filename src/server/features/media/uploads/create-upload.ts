import { nameLine } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { type UploadPurpose, uploadPurpose } from '#shared/media/uploads.ts'
import type { Db } from '#server/db/executor.ts'
import { requireSpace } from '#server/features/media/media/free-space.ts'
import { sumUnusedBytes } from '#server/features/media/media/queries.ts'
import { checkUploadSize } from '#server/features/media/media/upload-size.ts'
import { HttpError } from '#server/http/errors.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import type { DiskSpace } from '#server/storage/disk-space.ts'
import { insertUpload, sumUploadBytes } from './queries.ts'
import type { StorageAllowance } from '#server/features/media/storage-allowance/storage-allowance.ts'
import type { UploadRules } from './upload-rules.ts'

/** A creation request of tus: `size` is the bytes of the whole file, `metadata` is set by the client. */
type NewUpload = { id: string; size: number; metadata: Record<string, string | null> }

/**
 * Records an upload of a user; the caller creates the file.
 * @throws {HttpError} 413 when a file of the declared purpose may not be so large, 422 when the quota of the user for
 * unused or for all files is exceeded, 503 when the disk is full
 */
export async function createUpload(
  {
    allowance,
    db,
    disk,
    rules,
  }: { allowance: StorageAllowance; db: Db; disk: DiskSpace; rules: UploadRules },
  ownerId: string,
  { id, size, metadata }: NewUpload,
): Promise<void> {
  const purpose = purposeOf(metadata['purpose'])
  checkUploadSize(size, purpose)
  await requireSpace(disk, size)
  await db.transaction(async (tx) => {
    // One transaction at a time counts and adds uploads of the user.
    await lockUser(tx, ownerId)
    const unusedBytes = (await sumUploadBytes(tx, ownerId)) + (await sumUnusedBytes(tx, ownerId))
    if (unusedBytes + size > (rules.maxBytesPerUser ?? DEFAULT_QUOTA_FILES * limit('fileBytes'))) {
      throw new HttpError(422, 'unprocessable', 'uploads.tooManyUnfinished')
    }
    await allowance.check(tx, ownerId, size)
    await insertUpload(tx, {
      id,
      ownerId,
      size,
      purpose,
      fileName: cleanName(metadata['filename'] ?? ''),
      fileType: cleanType(metadata['filetype'] ?? ''),
      fingerprint: fingerprintOf(metadata['fingerprint']),
    })
  })
}

const DEFAULT_QUOTA_FILES = 3
const MAX_NAME_LENGTH = 200
const nameSchema = nameLine(MAX_NAME_LENGTH)

/** The file name without folders. It is stored for display only and never used as a path. */
function cleanName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  return nameSchema.safeParse([...last].slice(-MAX_NAME_LENGTH).join('')).data ?? ''
}

function cleanType(type: string): string {
  return /^[\w.+-]{1,50}\/[\w.+-]{1,100}$/.test(type) ? type.toLowerCase() : ''
}

const purposeOf = (purpose: string | null | undefined): UploadPurpose | null =>
  uploadPurpose.safeParse(purpose).data ?? null

const fingerprintOf = (fingerprint: string | null | undefined): string | null =>
  fingerprint && /^[\w+/=.:-]{1,200}$/.test(fingerprint) ? fingerprint : null

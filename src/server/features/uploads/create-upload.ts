import { statfs } from 'node:fs/promises'
import { line } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import type { Db } from '#server/db/executor.ts'
import { sumUnusedBytes } from '#server/features/media/queries.ts'
import { HttpError, unavailable } from '#server/http/errors.ts'
import { insertUpload, lockUploadsOf, sumUploadBytes } from './queries.ts'
import type { UploadRules } from './upload-rules.ts'

/** What a sender announces: bytes of the whole file, and what it calls it. */
type Announced = { id: string; size: number; metadata: Record<string, string | null> }

/**
 * Notes an upload of a member; the file itself is the caller's.
 * @throws {HttpError} 422 when too much of the member's is under way, 503 when the disk is full
 */
export async function createUpload(
  { db, folder, rules }: { db: Db; folder: string; rules: UploadRules },
  ownerId: string,
  { id, size, metadata }: Announced,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - size < rules.freeBytes) throw unavailable('unavailable', 'uploads.diskFull', 600)
  await db.transaction(async (tx) => {
    await lockUploadsOf(tx, ownerId)
    const taken = (await sumUploadBytes(tx, ownerId)) + (await sumUnusedBytes(tx, ownerId))
    if (taken + size > (rules.memberBytes ?? LARGEST_FILES * limit('fileBytes'))) {
      throw new HttpError(422, 'unprocessable', 'uploads.tooManyUnfinished')
    }
    const fileName = cleanName(metadata['filename'] ?? '')
    await insertUpload(tx, { id, ownerId, size, fileName, fileType: cleanType(metadata['filetype'] ?? '') })
  })
}

const LARGEST_FILES = 3
const NAME_LENGTH = 200
const nameLine = line(NAME_LENGTH)

/** The name without the folders before it; it is shown to people, and leads nowhere. */
function cleanName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  return nameLine.safeParse([...last].slice(-NAME_LENGTH).join('')).data ?? ''
}

function cleanType(type: string): string {
  return /^[\w.+-]{1,50}\/[\w.+-]{1,100}$/.test(type) ? type.toLowerCase() : ''
}

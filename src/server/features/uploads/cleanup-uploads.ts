import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#server/db/executor.ts'
import type { MediaStore } from '#server/features/media/media-store.ts'
import { deleteUploadsBefore } from './queries.ts'

/**
 * Deletes uploads that were created before `before` and never finished or used. A file is never older than its row, so
 * a file that was last modified before `before` has no row any more. The folders of files that a killed process was making
 * are deleted alike.
 */
export async function cleanupUploads(
  { db, media }: { db: Db; media: MediaStore },
  before: Date,
): Promise<void> {
  await media.deleteAbandoned(before)
  await deleteUploadsBefore(db, before)
  for (const name of await readdir(media.folder)) {
    const file = path.join(media.folder, name)
    const info = await stat(file).catch(() => null)
    if (info && info.mtime < before) await rm(file, { recursive: true, force: true })
  }
}

import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#server/db/executor.ts'
import type { MediaStore } from '#server/features/media/media-store.ts'
import { deleteUploadsBefore } from './queries.ts'

/**
 * Deletes what was begun before a moment and never finished or never used. A file is at least as young as its row: one
 * that nothing was added to since then has no row any more, or never had one.
 */
export async function cleanupUploads(
  { db, media }: { db: Db; media: MediaStore },
  before: Date,
): Promise<void> {
  await media.deleteAbandoned(before)
  await deleteUploadsBefore(db, before)
  for (const name of await readdir(media.folder)) {
    const file = path.join(media.folder, name)
    const found = await stat(file).catch(() => null)
    if (found && found.mtime < before) await rm(file, { force: true })
  }
}

import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#server/db/executor.ts'
import type { MediaStore } from '#server/features/media/media-store.ts'
import { deleteUploadsBefore, listUploadIds } from './queries.ts'

/** Deletes what was begun before a moment and never finished or never used: rows first, then files without a row. */
export async function sweepUploads(
  { db, media }: { db: Db; media: MediaStore },
  before: Date,
): Promise<void> {
  await media.sweep(before)
  await deleteUploadsBefore(db, before)
  const names = await readdir(media.folder)
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH)
    const known = new Set(await listUploadIds(db, batch.filter(isId)))
    for (const name of batch) {
      if (!known.has(name)) await removeOld(path.join(media.folder, name), before)
    }
  }
}

const BATCH = 500
const isId = (name: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(name)

/** A young file without a row is one that is just being stored. */
async function removeOld(file: string, before: Date): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found && found.mtime < before) await rm(file, { force: true })
}

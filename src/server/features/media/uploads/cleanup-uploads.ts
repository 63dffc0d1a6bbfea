import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { deleteUpload, listUploadIdsBefore } from './queries.ts'
import { findReceived } from './received-bytes.ts'

/** After this time a row without a file is not an upload to another node: its file is lost. */
const LOST_AFTER_MS = 7 * 24 * 60 * 60_000

/**
 * Deletes uploads of this node that received their last byte before `before`, unused media of that age, and the folders of
 * files that a killed process was making.
 */
export async function cleanupUploads(
  { db, media }: { db: Db; media: MediaStore },
  before: Date,
): Promise<void> {
  await media.deleteAbandoned(before)
  for (const name of await readdir(media.folder)) {
    const received = await findReceived(media.folder, name)
    if (!received || received.lastAt >= before) continue
    if (id.safeParse(name).success) await deleteUpload(db, name)
    await rm(path.join(media.folder, name), { recursive: true, force: true })
  }
  for (const uploadId of await listUploadIdsBefore(db, new Date(before.getTime() - LOST_AFTER_MS)))
    if (!(await findReceived(media.folder, uploadId))) await deleteUpload(db, uploadId)
}

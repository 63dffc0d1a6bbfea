import path from 'node:path'
import type { Logger } from 'pino'
import type { UploadPurpose } from '#shared/uploads.ts'
import type { Db } from '#server/db/executor.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Storage } from '#server/storage/storage.ts'
import { deleteMedia, insertMedia, listReleased, markReady, releaseBroken } from './queries.ts'
import { makePoster } from './make-poster.ts'
import { prepareFile } from './prepare-file.ts'
import type { MediaRow } from './schema.ts'

export type MediaParts = { db: Db; images: ImagePool; storage: Storage; log: Logger }
/** A file that a member sent, and the id that it will have. */
export type SentFile = {
  id: string
  ownerId: string
  originalName: string
  purpose: UploadPurpose
  path: string
  /** A picture of it, if it is a video; foreign bytes too. */
  poster?: Uint8Array | null
}

/**
 * Judges a file and stores what is made of it. The row comes before the files and counts only after them: whatever
 * breaks off in between is cleared away, here or by the sweep. The caller deletes the file at `path`.
 * @throws {HttpError} 413, 415, 503
 */
export async function storeFile(parts: MediaParts, sent: SentFile): Promise<MediaRow> {
  const { id, ownerId, originalName, purpose } = sent
  const { files, key, mediaType, ...facts } = await prepareFile(parts.images, sent)
  const poster =
    mediaType === 'video' && sent.poster ? await makePoster(parts.images, ownerId, sent.poster) : null
  // What an earlier try left that was killed.
  await clearAway(parts, id)
  await insertMedia(parts.db, {
    ...facts,
    id,
    purpose,
    originalName,
    uploadedBy: ownerId,
    type: mediaType,
    url: `/files/${key}`,
    fileName: path.basename(key),
    posterUrl: poster && `/files/${poster.key}`,
    files: [...files, ...(poster ? [poster] : [])].map((each) => each.key),
    fileSize: files.reduce((sum, { size }) => sum + size, 0),
  })
  try {
    for (const file of files) await file.put(parts.storage)
    if (poster) await parts.storage.put(poster.key, poster.bytes)
    const row = await markReady(parts.db, id)
    if (!row) throw new Error('a file was given up while it was stored')
    return row
  } catch (error) {
    await clearAway(parts, id).catch((reason: unknown) =>
      parts.log.warn({ err: reason, id }, 'what was stored in vain is left to the sweep'),
    )
    throw error
  }
}

/** Deletes the files and rows of all that was given up. What can't be deleted now is tried again by the sweep. */
export async function deleteReleased({ db, storage, log }: Omit<MediaParts, 'images'>): Promise<void> {
  for (let afterId: string | undefined; ;) {
    const rows = await listReleased(db, afterId, BATCH)
    const gone: string[] = []
    for (const { id, files } of rows) {
      try {
        for (const key of files) await storage.delete(key)
        gone.push(id)
      } catch (error) {
        log.error({ err: error, id }, 'a file could not be deleted')
      }
    }
    await deleteMedia(db, gone)
    afterId = rows.at(-1)?.id
    if (rows.length < BATCH) return
  }
}

const BATCH = 100

async function clearAway(parts: MediaParts, id: string): Promise<void> {
  await releaseBroken(parts.db, id)
  await deleteReleased(parts)
}

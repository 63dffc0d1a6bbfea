import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Media, UploadPurpose } from '#shared/uploads.ts'
import type { Db } from '#server/db/executor.ts'
import { decodeDataUrl } from '#server/features/media/data-url.ts'
import { findMedia } from '#server/features/media/queries.ts'
import { type MediaStore, presentMedia } from '#server/features/media/media-store.ts'
import { HttpError, conflict, notFound } from '#server/http/errors.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import { deleteUpload, findOwnUpload } from './queries.ts'

type Parts = { db: Db; media: MediaStore }
type Wanted = { id: string; ownerId: string; purpose: UploadPurpose; poster?: string | null | undefined }

/**
 * Makes a stored file of an upload that has arrived whole. Again it answers the same, also when the first answer was
 * lost. What is refused (4xx) is deleted, so that its cost is not repeated; after a failure of ours it can be tried again.
 */
export async function finishUpload(
  parts: Parts,
  { id, ownerId, purpose, poster: posterUrl }: Wanted,
): Promise<Media> {
  const { db, media } = parts
  const poster = posterUrl ? decodeDataUrl(posterUrl, 'poster') : null
  const stored = await findMedia(db, id, ownerId)
  if (stored) {
    await forget(parts, id)
    return presentMedia(stored)
  }
  const upload = await findOwnUpload(db, id, ownerId)
  const file = path.join(media.folder, id)
  if (!upload || !(await hasArrived(file, upload.size))) throw notFound('notFound.upload')
  try {
    const made = await media.store({
      id,
      ownerId,
      purpose,
      path: file,
      originalName: upload.fileName,
      poster,
    })
    await forget(parts, id)
    return made
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) await forget(parts, id)
    throw error
  }
}

/** False where there is no such file any more. Throws 409 while a part is missing. */
async function hasArrived(file: string, size: number): Promise<boolean> {
  const found = await stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (found && found.size < size) throw conflict('conflict', 'uploads.unfinished')
  return found !== null
}

/** The file goes before its row: a row without a file is found by the sweep. */
async function forget({ db, media }: Parts, id: string): Promise<void> {
  await rm(path.join(media.folder, id), { force: true })
  await deleteUpload(db, id)
}

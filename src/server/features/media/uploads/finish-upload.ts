import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Media, UploadPurpose } from '#shared/media/uploads.ts'
import type { Db } from '#server/db/executor.ts'
import { decodeDataUrl } from '#server/features/media/media/data-url.ts'
import { findMedia } from '#server/features/media/media/queries.ts'
import { type MediaStore, presentMedia } from '#server/features/media/media/media-store.ts'
import { HttpError, conflict, notFound } from '#server/http/errors.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import { deleteUpload, findOwnUpload } from './queries.ts'
import { findReceived } from './received-bytes.ts'

type Dependencies = { db: Db; media: MediaStore }
type FinishRequest = {
  id: string
  ownerId: string
  purpose: UploadPurpose
  poster?: string | null | undefined
  /** Ends the processing of a video. */
  signal: AbortSignal
}

/**
 * Turns a complete upload into stored media. Idempotent: repeating a finished upload returns its media. A refused upload
 * (4xx) is deleted, so that its cost is not repeated; after a 5xx the client can retry. Throws 404 if it is deleted meanwhile.
 */
export async function finishUpload(
  dependencies: Dependencies,
  { id, ownerId, purpose, poster: posterUrl, signal }: FinishRequest,
): Promise<Media> {
  const { db, media } = dependencies
  const poster = posterUrl ? decodeDataUrl(posterUrl, 'poster') : null
  const stored = await findMedia(db, id, ownerId)
  if (stored) {
    await discardUpload(dependencies, id)
    return presentMedia(stored)
  }
  const upload = await findOwnUpload(db, id, ownerId)
  const file = path.join(media.folder, id)
  if (!upload || !(await isComplete(file, upload.size))) throw notFound('notFound.upload')
  try {
    const finished = await media.store({
      id,
      ownerId,
      purpose,
      path: file,
      originalName: upload.fileName,
      fingerprint: upload.fingerprint,
      poster,
      signal,
    })
    await discardUpload(dependencies, id)
    return finished
  } catch (error) {
    // A deletion removes the upload itself; a server that closes keeps it.
    if (signal.aborted) throw error
    if (error instanceof HttpError && error.status < 500) await discardUpload(dependencies, id)
    else if (!(await findReceived(media.folder, id)))
      throw Object.assign(notFound('notFound.upload'), { cause: error })
    throw error
  }
}

/** False when the file does not exist. Throws 409 while parts are missing. */
async function isComplete(file: string, size: number): Promise<boolean> {
  const info = await stat(file).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (info && info.size < size) throw conflict('conflict', 'uploads.unfinished')
  return info !== null
}

/** Deletes the row before its file, because the cleanup finds a file without a row. */
export async function discardUpload({ db, media }: Dependencies, id: string): Promise<void> {
  await deleteUpload(db, id)
  await media.deleteReceived(id)
}

import { buffer } from 'node:stream/consumers'
import type { Executor } from '#server/db/executor.ts'
import { findMedia, releaseUnused } from '#server/features/media/media/queries.ts'
import type { Storage } from '#server/storage/storage.ts'
import { UnusableImage } from './unusable-image.ts'

/**
 * Returns the image of the owner's finished `thumbnail` upload. It stays unused, so that a request that fails can be
 * repeated.
 * @throws {UnusableImage} `upload` for any other URL
 */
export async function readUploadedImage(
  { db, storage }: { db: Executor; storage: Storage },
  url: string,
  ownerId: string,
): Promise<Buffer> {
  const upload = await findMedia(db, idOf(url), ownerId)
  const [key] = upload?.purpose === 'thumbnail' && upload.status === 'ready' ? upload.files : []
  const file = key === undefined ? null : await storage.open(key)
  if (!file) throw new UnusableImage('upload')
  return buffer(file)
}

/** Releases the upload: the cleanup deletes its file. */
export async function releaseUploadedImage(db: Executor, url: string): Promise<void> {
  await releaseUnused(db, idOf(url))
}

/** `/api/uploads/<id>/file` */
const idOf = (url: string) => url.split('/').at(-2) ?? ''

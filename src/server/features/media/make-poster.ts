import { randomUUID } from 'node:crypto'
import { HttpError } from '#server/http/errors.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import { makePostImage } from './make-images.ts'
import { MEDIA_FOLDERS } from './prepare-file.ts'

/**
 * Makes the picture that stands in a video's place until it is played, at most 960 pixels wide. Returns null for bytes
 * that cannot be used: a video without a poster is better than none.
 */
export async function makePoster(
  images: ImagePool,
  ownerId: string,
  bytes: Uint8Array,
): Promise<{ key: string; bytes: Buffer } | null> {
  const key = `${MEDIA_FOLDERS.post}/${randomUUID()}.webp`
  try {
    const { files } = await makePostImage({ images, requester: ownerId, source: { bytes } }, key)
    return files.find((file) => file.key === key) ?? null
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

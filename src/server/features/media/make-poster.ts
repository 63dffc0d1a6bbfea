import { randomUUID } from 'node:crypto'
import { HttpError } from '#server/http/errors.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import { makePostImage } from './make-images.ts'
import { MEDIA_FOLDERS } from './prepare-file.ts'

/**
 * Renders the poster of a video, at most 960 pixels wide. Returns null for unusable bytes, so that the video is stored
 * without a poster instead of being refused.
 */
export async function makePoster(
  images: ImagePool,
  ownerId: string,
  bytes: Buffer,
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

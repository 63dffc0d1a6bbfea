import type { ImagePool } from '#server/images/image-pool.ts'
import type { ImageJob } from '#server/images/protocol.ts'
import { SMALL_POSTER, POSTER } from '#shared/media/image-sizes.ts'

/** WebP without metadata, in the whole picture's shape and cropped to 16:9 for cards. */
export type Poster = { large: Buffer; small: Buffer; width: number; height: number }

/**
 * Renders the poster of a video; it is never enlarged.
 * @throws {BadImage} for bytes that are no image; {HttpError} 503 when images cannot be decoded now
 */
export async function renderPoster(
  images: ImagePool,
  requesterId: string,
  source: ImageJob['source'],
): Promise<Poster> {
  const [large, small] = await images.render(requesterId, {
    source,
    renditions: [
      { ...POSTER, fit: 'inside' },
      { ...SMALL_POSTER, fit: 'cover' },
    ],
  })
  // A picture that is not wider than a card's has no smaller rendition.
  return { large: large.bytes, small: (small ?? large).bytes, width: large.width, height: large.height }
}

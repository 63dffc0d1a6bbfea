import { THUMBNAIL } from '#shared/media/thumbnails.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { type ImagePool, imageOfWidth } from '#server/images/image-pool.ts'
import { UnusableImage } from './unusable-image.ts'

/** WebP in both sizes of `THUMBNAIL`, without the metadata of the source. */
export type Thumbnail = { large: Buffer; small: Buffer }

/**
 * Crops an image (its first frame, upright) to a thumbnail. Detects its type from the bytes, not the name.
 * @throws {UnusableImage} unless it is an intact JPEG, PNG, WebP, GIF or AVIF within the limits of pixels and cost
 * @throws {HttpError} 503 when images cannot be decoded now
 */
export async function makeThumbnail(
  images: ImagePool,
  requesterId: string,
  bytes: Buffer,
): Promise<Thumbnail> {
  try {
    const rendered = await images.render(requesterId, { source: { bytes }, renditions: [LARGE, SMALL] })
    return {
      large: imageOfWidth(rendered, LARGE.width).bytes,
      small: imageOfWidth(rendered, SMALL.width).bytes,
    }
  } catch (error) {
    throw error instanceof BadImage ? new UnusableImage(error.problem, error.cause) : error
  }
}

const COVER = { fit: 'cover', background: '#fff' } as const
const LARGE = { ...COVER, width: THUMBNAIL.width, height: THUMBNAIL.height }
const SMALL = { ...COVER, width: THUMBNAIL.smallWidth, height: THUMBNAIL.smallHeight }

import { THUMBNAIL } from '#shared/thumbnails.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { type ImagePool, imageOfWidth } from '#server/images/image-pool.ts'
import { UnusablePicture } from './unusable-picture.ts'

/** WebP in both sizes of `THUMBNAIL`, without the metadata of their source. */
export type Thumbnail = { large: Buffer; small: Buffer }

/**
 * Cuts a picture (its first frame, turned upright) to a thumbnail. What it is, its bytes say, not its name.
 * @throws {UnusablePicture} for what is no JPEG, PNG, WebP, GIF or AVIF, is broken, has too many pixels, or costs too much
 * @throws {HttpError} 503 where pictures can't be decoded
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
    throw error instanceof BadImage ? new UnusablePicture(error.problem, error.cause) : error
  }
}

const CUT = { fit: 'cover', background: '#fff' } as const
const LARGE = { ...CUT, width: THUMBNAIL.width, height: THUMBNAIL.height }
const SMALL = { ...CUT, width: THUMBNAIL.smallWidth, height: THUMBNAIL.smallHeight }

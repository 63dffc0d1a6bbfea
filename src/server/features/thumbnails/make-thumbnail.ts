import type { Sharp } from 'sharp'
import { THUMBNAIL } from '#shared/thumbnails.ts'
import { BadImage, withImage } from '#server/images/image-library.ts'
import { UnusablePicture } from './unusable-picture.ts'

/** WebP in both sizes of `THUMBNAIL`, without the metadata of their source. */
export type Thumbnail = { large: Buffer; small: Buffer }

/**
 * Cuts a picture (its first frame, turned upright) to a thumbnail. What it is, its bytes say, not its name.
 * @throws {UnusablePicture} for what is no JPEG, PNG, WebP, GIF or AVIF, is broken, or has too many pixels
 * @throws {HttpError} 503 where the image library does not run
 */
export async function makeThumbnail(source: Uint8Array): Promise<Thumbnail> {
  try {
    return await withImage({ asker: 'thumbnails', read: async () => source }, async (bytes, open) => {
      const large = await cut(open(bytes).autoOrient(), THUMBNAIL.width, THUMBNAIL.height)
      const small = await cut(open(large), THUMBNAIL.smallWidth, THUMBNAIL.smallHeight)
      return { large, small }
    })
  } catch (error) {
    throw error instanceof BadImage ? new UnusablePicture(error.problem, error.cause) : error
  }
}

function cut(image: Sharp, width: number, height: number): Promise<Buffer> {
  return image
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .webp({ quality: 80 })
    .toBuffer()
}

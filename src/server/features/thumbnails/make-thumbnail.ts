import type { Sharp, SharpOptions } from 'sharp'
import { THUMBNAIL } from '#shared/thumbnails.ts'
import { unavailable } from '#server/http/errors.ts'
import { UnusablePicture } from './unusable-picture.ts'

/** WebP in both sizes of `THUMBNAIL`, without the metadata of their source. */
export type Thumbnail = { large: Buffer; small: Buffer }

/**
 * Cuts a picture (its first frame, turned upright) to a thumbnail. What it is, its bytes say, not its name.
 * @throws {UnusablePicture} for what is no JPEG, PNG, WebP, GIF or AVIF, is broken, or has too many pixels
 * @throws {HttpError} 503 where the image library does not run
 */
export async function makeThumbnail(bytes: Uint8Array): Promise<Thumbnail> {
  const open = await imageLibrary()
  try {
    const large = await cut(open(bytes, LIMITS).autoOrient(), THUMBNAIL.width, THUMBNAIL.height)
    const small = await cut(open(large, LIMITS), THUMBNAIL.smallWidth, THUMBNAIL.smallHeight)
    return { large, small }
  } catch (error) {
    const isBomb = error instanceof Error && /pixel limit|timeout/.test(error.message)
    throw new UnusablePicture(isBomb ? 'tooManyPixels' : 'notPicture', error)
  }
}

/** The largest phone cameras stay below; a picture of this size takes 200 MB while it is decoded. */
const LIMITS: SharpOptions = { limitInputPixels: 50_000_000, failOn: 'error' }
const TIMEOUT_SECONDS = 5

function cut(image: Sharp, width: number, height: number): Promise<Buffer> {
  return image
    .resize(width, height, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .webp({ quality: 80 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
}

type OpenImage = (bytes: Uint8Array, options: SharpOptions) => Sharp
let loading: Promise<OpenImage> | undefined

/** Loaded with the first picture: the site also starts where the library's binary doesn't fit the machine. */
async function imageLibrary(): Promise<OpenImage> {
  try {
    return await (loading ??= load())
  } catch (error) {
    loading = undefined
    throw Object.assign(unavailable('unavailable', 'errors.picturesDown', 60), { cause: error })
  }
}

/** Only these decoders ever see foreign bytes. SVG is a program, and the rest is not for the web. */
async function load(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  // No picture comes twice: what the library would remember is memory lost.
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
  return sharp
}

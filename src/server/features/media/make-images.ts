import type { Sharp } from 'sharp'
import { AVATAR_SIDES, LARGEST_IMAGE, imageSizes, smallAvatar } from '#shared/image-sizes.ts'
import { BadImage, type ForeignImage, type OpenImage, withImage } from '#server/images/image-library.ts'
import { unusable } from './unusable-file.ts'

/** The files of one image, WebP each, by their keys in the storage. */
export type ImageFiles = { files: { key: string; bytes: Buffer }[]; width: number; height: number }

/**
 * Makes a post's image in the sizes of `imageSizes`: upright, without what a camera wrote into it, never larger than it
 * was. Of one that moves the first frame stays: what moves by itself can't be stopped by its reader, and costs the data
 * of many pictures; who wants it to move posts a video.
 * @throws {HttpError} 413, 415, 503
 */
export function makePostImage(image: ForeignImage, key: string): Promise<ImageFiles> {
  return making(image, async (bytes, open) => {
    const { data: largest, info } = await webp(
      open(bytes)
        .autoOrient()
        .resize({ ...LARGEST_IMAGE, fit: 'inside', withoutEnlargement: true }),
    ).toBuffer({ resolveWithObject: true })
    const files: ImageFiles['files'] = []
    for (const size of imageSizes(key, info.width)) {
      const isLargest = size.width === info.width
      const smaller = isLargest ? largest : await webp(open(largest).resize({ width: size.width })).toBuffer()
      files.push({ key: size.url, bytes: smaller })
    }
    return { files, width: info.width, height: info.height }
  })
}

/** Makes a member's picture, a square in both sizes; what was see-through stands on white. */
export function makeAvatar(image: ForeignImage, key: string): Promise<ImageFiles> {
  const cut = (image: Sharp, side: number) =>
    webp(image.autoOrient().resize(side, side, { fit: 'cover' }).flatten({ background: '#fff' })).toBuffer()
  return making(image, async (bytes, open) => {
    const large = await cut(open(bytes), AVATAR_SIDES.large)
    const small = await cut(open(large), AVATAR_SIDES.small)
    const files = [
      { key: smallAvatar(key), bytes: small },
      { key, bytes: large },
    ]
    return { files, width: AVATAR_SIDES.large, height: AVATAR_SIDES.large }
  })
}

/** Colours of sharp edges (drawings, writing) would run; it costs a few bytes. */
const webp = (image: Sharp) => image.webp({ quality: 80, smartSubsample: true })

async function making(
  image: ForeignImage,
  job: (bytes: Uint8Array, open: OpenImage) => Promise<ImageFiles>,
): Promise<ImageFiles> {
  try {
    return await withImage(image, job)
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    throw Object.assign(unusable(error.problem === 'tooManyPixels' ? 'tooManyPixels' : 'noImage'), {
      cause: error,
    })
  }
}

import { AVATAR_SIDES, LARGEST_IMAGE, imageSizes, smallAvatar } from '#shared/image-sizes.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { type ImagePool, imageOfWidth } from '#server/images/image-pool.ts'
import type { ImageJob, RenderedImages, Rendition } from '#server/images/protocol.ts'
import { unusable } from './unusable-file.ts'

/** The files of one image, WebP each, by their keys in the storage. */
export type ImageFiles = { files: { key: string; bytes: Buffer }[]; width: number; height: number }

/** A picture as it came, and whose it is. */
export type ForeignImage = { images: ImagePool; requester: string; source: ImageJob['source'] }

/**
 * Makes a post's image in the sizes of `imageSizes`: upright, without what a camera wrote into it, never larger than it
 * was. Of one that moves the first frame stays: what moves by itself can't be stopped by its reader, and costs the data
 * of many pictures; who wants it to move posts a video.
 * @throws {HttpError} 413, 415, 503
 */
export async function makePostImage(image: ForeignImage, key: string): Promise<ImageFiles> {
  const narrower = imageSizes(key, LARGEST_IMAGE.width)
    .map(({ width }) => width)
    .filter((width) => width < LARGEST_IMAGE.width)
  const rendered = await render(image, [
    { ...LARGEST_IMAGE, fit: 'inside' },
    ...narrower.map((width) => ({ width, fit: 'inside' as const })),
  ])
  const [largest] = rendered
  const { width, height } = largest
  const files = imageSizes(key, width).map((size) => ({
    key: size.url,
    bytes: imageOfWidth(rendered, size.width).bytes,
  }))
  return { files, width, height }
}

/** Makes a member's picture, a square in both sizes; what was see-through stands on white. */
export async function makeAvatar(image: ForeignImage, key: string): Promise<ImageFiles> {
  const square = (side: number): Rendition => ({
    width: side,
    height: side,
    fit: 'cover',
    background: '#fff',
  })
  const rendered = await render(image, [square(AVATAR_SIDES.large), square(AVATAR_SIDES.small)])
  const files = [
    { key: smallAvatar(key), bytes: imageOfWidth(rendered, AVATAR_SIDES.small).bytes },
    { key, bytes: imageOfWidth(rendered, AVATAR_SIDES.large).bytes },
  ]
  return { files, width: AVATAR_SIDES.large, height: AVATAR_SIDES.large }
}

async function render(
  { images, requester, source }: ForeignImage,
  renditions: [Rendition, ...Rendition[]],
): Promise<RenderedImages> {
  try {
    return await images.render(requester, { source, renditions })
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    const problem = error.problem === 'notPicture' ? 'noImage' : error.problem
    throw Object.assign(unusable(problem), { cause: error })
  }
}

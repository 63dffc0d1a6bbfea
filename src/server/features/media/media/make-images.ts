import { EMOJI_SIDE } from '#shared/live/creator-emoji.ts'
import {
  AVATAR_SIDES,
  LOGO_SIDE,
  MAX_IMAGE_SIZE,
  imageSizes,
  smallAvatar,
  smallThumbnail,
} from '#shared/media/image-sizes.ts'
import { renderPoster } from '#server/features/media/media/render-poster.ts'
import { BadImage } from '#server/images/bad-image.ts'
import { type ImagePool, imageOfWidth } from '#server/images/image-pool.ts'
import type { ImageJob, RenderedImage, RenderedImages, Rendition } from '#server/images/protocol.ts'
import { unusableFile } from './unusable-file.ts'

/** The WebP files of one image, with their storage keys; size in pixels. */
export type ImageFiles = { files: { key: string; bytes: Buffer }[]; width: number; height: number }

/** An uploaded image before it is decoded. `requester` is the key of the fair queue for decoding. */
export type UntrustedImage = { images: ImagePool; requester: string; source: ImageJob['source'] }

/** `animation` is null for a still image, and for an animation that is too large or cannot be decoded. */
type PostImage = ImageFiles & { isAnimated: boolean; animation: RenderedImage | null }

/** A process encodes 40 million pixels in some three seconds. */
const ANIMATION = {
  side: 960,
  minSide: 480,
  maxPixels: 40_000_000,
  maxFrames: 300,
  maxBytes: 5 * 1024 ** 2,
}
/** Each job makes at least one rendition. */
const SMALLEST: Rendition = { width: 1, fit: 'inside' }

/**
 * Renders a post's image in the sizes of `imageSizes`: upright, without metadata, never enlarged. Of an animation it renders
 * the first frame in these sizes, and the animation itself.
 * @throws {HttpError} 413, 415, 503
 */
export async function makePostImage(image: UntrustedImage, key: string): Promise<PostImage> {
  const { images, requester, source } = image
  const narrower = imageSizes(key, MAX_IMAGE_SIZE.width)
    .map(({ width }) => width)
    .filter((width) => width < MAX_IMAGE_SIZE.width)
  const renditions: RenditionList = [
    { ...MAX_IMAGE_SIZE, fit: 'inside' },
    ...narrower.map((width) => ({ width, fit: 'inside' as const })),
  ]
  const still = images.renderAnimated(requester, { source, renditions })
  const { images: rendered, frames } = await refuseBadImage(still)
  const [{ width, height }] = rendered
  const files = imageSizes(key, width).map((size) => ({
    key: size.url,
    bytes: imageOfWidth(rendered, size.width).bytes,
  }))
  const isAnimated = frames > 1
  return { files, width, height, isAnimated, animation: isAnimated ? await makeAnimation(image) : null }
}

/** Runs as a separate job, so that a failure here does not affect the first frame. */
async function makeAnimation({ images, requester, source }: UntrustedImage): Promise<RenderedImage | null> {
  try {
    const job = { source, renditions: [SMALLEST] satisfies RenditionList, animation: ANIMATION }
    return (await images.renderAnimated(requester, job)).animation
  } catch (error) {
    if (error instanceof BadImage) return null
    throw error
  }
}

/** Renders a user's avatar as a square in both sizes, with transparency on white. */
export async function makeAvatar(image: UntrustedImage, key: string): Promise<ImageFiles> {
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

/** Renders an emoji: the whole picture in a transparent square. */
export async function makeEmoji(image: UntrustedImage, key: string): Promise<ImageFiles> {
  const side = EMOJI_SIDE
  const [{ bytes }] = await render(image, [{ width: side, height: side, fit: 'contain' }])
  return { files: [{ key, bytes }], width: side, height: side }
}

/** Renders the site's logo: whole, with its transparency, never enlarged. */
export async function makeLogo(image: UntrustedImage, key: string): Promise<ImageFiles> {
  const [{ bytes, width, height }] = await render(image, [
    { width: LOGO_SIDE, height: LOGO_SIDE, fit: 'inside' },
  ])
  return { files: [{ key, bytes }], width, height }
}

/** Renders the thumbnail of a video in both of its sizes: whole, and cropped for cards. */
export async function makeThumbnail(image: UntrustedImage, key: string): Promise<ImageFiles> {
  const { images, requester, source } = image
  const { large, small, width, height } = await refuseBadImage(renderPoster(images, requester, source))
  const files = [
    { key, bytes: large },
    { key: smallThumbnail(key), bytes: small },
  ]
  return { files, width, height }
}

type RenditionList = [Rendition, ...Rendition[]]

async function render(
  { images, requester, source }: UntrustedImage,
  renditions: RenditionList,
): Promise<RenderedImages> {
  return refuseBadImage(images.render(requester, { source, renditions }))
}

async function refuseBadImage<T>(rendering: Promise<T>): Promise<T> {
  try {
    return await rendering
  } catch (error) {
    if (!(error instanceof BadImage)) throw error
    const problem = error.problem === 'notPicture' ? 'noImage' : error.problem
    throw Object.assign(unusableFile(problem), { cause: error })
  }
}

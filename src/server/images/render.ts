import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { BadImage } from './bad-image.ts'
import { inspectImage } from './headers/inspect-image.ts'
import { MAX_ANIMATION_PIXELS, MAX_PIXELS } from './headers/limits.ts'
import type {
  AnimationLimits,
  ImageJob,
  Rendered,
  RenderedImage,
  RenderedImages,
  Rendition,
} from './protocol.ts'

// Only these decoders may read untrusted bytes. SVG can contain scripts, and the other formats are not for the web.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
// The same image is never decoded twice, so a cache would only use memory.
sharp.cache(false)
// Leaves the other cores to other images and processes.
sharp.concurrency(1)

/**
 * Decodes the first frame of an untrusted image, applies its EXIF orientation and makes the renditions; also its
 * animation, if the job wants it.
 * @throws {BadImage} when the image cannot be decoded
 */
export async function render({ source, renditions, animation }: ImageJob): Promise<Rendered> {
  const bytes = 'path' in source ? await readFile(source.path) : source.bytes
  const frames = inspectImage(bytes)
  const [first, ...others] = renditions
  try {
    const largest = await renderOne(open(bytes).autoOrient(), first)
    const images: RenderedImages = [largest]
    for (const other of others.filter(({ width }) => width < largest.width))
      images.push(await renderOne(open(largest.bytes), other))
    const isAnimated = animation !== undefined && frames > 1
    return { images, frames, animation: isAnimated ? await renderAnimation(bytes, animation) : null }
  } catch (error) {
    throw new BadImage(problemOf(error), error)
  }
}

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })

async function renderOne(
  image: Sharp,
  { width, height, fit, background, format }: Rendition,
): Promise<RenderedImage> {
  const resized = image.resize({
    width,
    ...(height && { height }),
    fit,
    ...(fit === 'contain' && { background: { r: 0, g: 0, b: 0, alpha: 0 } }),
    withoutEnlargement: fit === 'inside',
  })
  const opaque = background ? resized.flatten({ background }) : resized
  // `smartSubsample` keeps the colours of sharp edges (drawings, text) from bleeding, at the cost of some bytes.
  const encoded =
    format === 'jpeg' ? opaque.jpeg({ quality: 85 }) : opaque.webp({ quality: 80, smartSubsample: true })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * Returns an animated WebP; null beyond the limits. The frames are read one after the other, below each other in one
 * image.
 */
async function renderAnimation(bytes: Buffer, limits: AnimationLimits): Promise<RenderedImage | null> {
  const { width, height, pages = 1 } = await open(bytes).metadata()
  const pixels = width * height * pages
  // libvips decodes no animation of PNG.
  if (pages === 1 || pages > limits.maxFrames || bytes.length > limits.maxBytes) return null
  if (pixels > MAX_ANIMATION_PIXELS) return null
  const longer = Math.max(width, height)
  const side = Math.floor(Math.min(longer, limits.side, longer * Math.sqrt(limits.maxPixels / pixels)))
  if (side < Math.min(longer, limits.minSide)) return null
  const options = { limitInputPixels: MAX_ANIMATION_PIXELS, failOn: 'error', animated: true } as const
  const { data, info } = await sharp(bytes, options)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    // The effort costs time: twice as much saves a few per cent of bytes.
    .webp({ quality: 70, effort: 2 })
    .toBuffer({ resolveWithObject: true })
  return data.length > limits.maxBytes
    ? null
    : { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
}

function problemOf(error: unknown): BadImage['problem'] {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(message)) return 'tooManyPixels'
  return /memory|malloc|alloc|security limit/i.test(message) ? 'tooCostly' : 'notPicture'
}

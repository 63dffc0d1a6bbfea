import * as z from 'zod/mini'

/*
 * The messages between the app and an image process over the IPC channel. It uses serialization 'advanced', which
 * transfers binary data without encoding.
 */

const bytes = z.instanceof(Buffer)

/**
 * One output image. `inside` keeps the aspect ratio and never enlarges; `cover` fills the rectangle and crops the rest,
 * `contain` centres the whole image in it, with transparent borders.
 * `background` replaces transparency.
 */
const rendition = z.object({
  width: z.int(),
  height: z.optional(z.int()),
  fit: z.enum(['inside', 'cover', 'contain']),
  background: z.optional(z.string()),
  /** By default WebP. JPEG has no transparency: it needs a background. */
  format: z.optional(z.literal('jpeg')),
})

/**
 * An output animation of a source with at most `maxFrames` frames and `maxBytes` bytes. Its frames fit into a square of
 * `side`, and have at most `maxPixels` together, but a longer side of at least `minSide` if they are reduced.
 */
const animation = z.object({
  side: z.int(),
  minSide: z.int(),
  maxPixels: z.int(),
  maxFrames: z.int(),
  maxBytes: z.int(),
})

/**
 * The first rendition is made from the source, each further one from the first. Further renditions that would not be
 * narrower than the first are omitted. Of an animation they show the first frame; the whole one is made only with
 * `animation`, and only within its limits.
 */
export const imageJob = z.object({
  source: z.union([z.object({ path: z.string() }), z.object({ bytes })]),
  renditions: z.tuple([rendition], rendition),
  animation: z.optional(animation),
})

const renderedImage = z.object({ bytes, width: z.int(), height: z.int() })
const rendered = z.object({
  images: z.tuple([renderedImage], renderedImage),
  /** More than one for an animation. */
  frames: z.int(),
  /** Null unless it was requested and the source is an animation within its limits. */
  animation: z.nullable(renderedImage),
})

export const fromImageProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('rendered'), rendered }),
  z.object({
    type: z.literal('refused'),
    problem: z.enum(['notPicture', 'tooManyPixels', 'tooCostly']),
    /** The decoder's error message, unless the image was refused before decoding. */
    reason: z.optional(z.string()),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

export type Rendition = z.infer<typeof rendition>
export type ImageJob = z.infer<typeof imageJob>
/** An image without metadata. */
export type RenderedImage = z.infer<typeof renderedImage>
export type RenderedImages = [RenderedImage, ...RenderedImage[]]
export type Rendered = z.infer<typeof rendered>
export type AnimationLimits = z.infer<typeof animation>
export type FromImageProcess = z.infer<typeof fromImageProcess>

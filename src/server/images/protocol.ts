import * as z from 'zod/mini'

/*
 * What the server and a process that decodes pictures send each other over the IPC channel (serialization 'advanced',
 * so that bytes travel as bytes).
 */

const bytes = z.instanceof(Buffer)

/**
 * One picture to make. `inside` keeps the proportions and never enlarges; `cover` fills the rectangle and cuts the rest
 * off. A background replaces transparency.
 */
const rendition = z.object({
  width: z.int(),
  height: z.optional(z.int()),
  fit: z.enum(['inside', 'cover']),
  background: z.optional(z.string()),
})

/**
 * The first rendition is made of the source, each further one of the first. A further one that would not be narrower than
 * the first is left out.
 */
export const imageJob = z.object({
  source: z.union([z.object({ path: z.string() }), z.object({ bytes })]),
  renditions: z.tuple([rendition], rendition),
})

const renderedImage = z.object({ bytes, width: z.int(), height: z.int() })

export const fromImageProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('rendered'), images: z.tuple([renderedImage], renderedImage) }),
  z.object({
    type: z.literal('refused'),
    problem: z.enum(['notPicture', 'tooManyPixels', 'tooCostly']),
    message: z.string(),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

export type Rendition = z.infer<typeof rendition>
export type ImageJob = z.infer<typeof imageJob>
/** WebP without metadata. */
export type RenderedImage = z.infer<typeof renderedImage>
export type RenderedImages = [RenderedImage, ...RenderedImage[]]
export type FromImageProcess = z.infer<typeof fromImageProcess>

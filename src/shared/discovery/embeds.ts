import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** Paths of the pages that other sites may frame. */
export const embedPath = (videoId: string) => `/embed/${videoId}`
export const streamEmbedPath = (streamId: string) => `/embed/stream/${streamId}`

const pixels = z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)))

/** oEmbed 1.0 (https://oembed.com), whose names are in snake case. */
const oembed = z.object({
  version: z.literal('1.0'),
  type: z.literal('video'),
  title: z.string(),
  author_name: z.string(),
  author_url: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds for which a consumer may keep the response. */
  cache_age: z.int(),
  thumbnail_url: z.optional(z.string()),
  thumbnail_width: z.optional(z.int()),
  thumbnail_height: z.optional(z.int()),
  /** The frame with the player. */
  html: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Oembed = z.output<typeof oembed>

/**
 * The oEmbed response for a page of a public video or stream of this site. 404 for any other URL, 501 for a `format`
 * other than `json`. The player and its thumbnail are not larger than `maxwidth` and `maxheight`, in pixels.
 */
export const getOembed = endpoint({
  method: 'GET',
  path: '/api/oembed',
  access: 'anyone',
  query: z.object({
    url: z.string().check(z.maxLength(2000)),
    maxwidth: pixels,
    maxheight: pixels,
    format: z.optional(z.string().check(z.maxLength(20))),
  }),
  response: oembed,
})

type Frame = { title: string; src: string; width: number; height: number }

/** Returns the HTML with which another site frames a player; `src` is an absolute URL. */
export function frameHtml({ title, src, width, height }: Frame): string {
  return `<iframe width="${width}" height="${height}" src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`
}

const escapeAttribute = (text: string) => text.replace(/[&<>"']/g, (each) => `&#${each.codePointAt(0)};`)

/** The box that a player fits into by default, in pixels. */
const MAX_SIDE = 640

/** Returns the size of a player in the shape of its picture, 16:9 if unknown. */
export function frameSize(
  { width, height }: { width: number | null; height: number | null },
  {
    maxWidth = MAX_SIDE,
    maxHeight = MAX_SIDE,
  }: { maxWidth?: number | undefined; maxHeight?: number | undefined } = {},
): { width: number; height: number } {
  const ratio = width && height ? width / height : 16 / 9
  const fitted = Math.min(MAX_SIDE, maxWidth, Math.min(MAX_SIDE, maxHeight) * ratio)
  return { width: Math.max(1, Math.floor(fitted)), height: Math.max(1, Math.floor(fitted / ratio)) }
}

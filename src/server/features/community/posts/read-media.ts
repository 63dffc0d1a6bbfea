import * as z from 'zod/mini'
import { HttpError, type InvalidField } from '#server/http/errors.ts'

const text = z.optional(z.nullable(z.string()))
const entry = z.union([z.string(), z.looseObject({ url: text, alt: text })])

/**
 * Returns the URL of a new post's media, from `mediaUrl` or the first entry of `media`; null without media. Throws 422 for
 * every part of `media` that cannot be stored, rather than ignoring it.
 */
export function readMediaUrl({ mediaUrl, media }: { mediaUrl?: string | null | undefined; media?: unknown }) {
  const list = z.nullish(z.array(z.unknown())).safeParse(media)
  if (!list.success) throw unsupported({ path: 'media', key: 'fields.wrong' })
  const [first, ...others] = list.data ?? []
  if (first === undefined) return mediaUrl || null
  if (others.length > 0) throw unsupported({ path: 'media', key: 'fields.tooMany', values: { max: 1 } })
  const url = urlOf(first)
  if (mediaUrl && mediaUrl !== url) throw unsupported({ path: 'media', key: 'posts.otherMedia' })
  return url
}

/** Ignores size and type: they are read from the file. */
function urlOf(first: unknown): string {
  const { success, data } = entry.safeParse(first)
  if (!success) throw unsupported({ path: 'media.0', key: 'fields.wrong' })
  const { url, alt } = typeof data === 'string' ? { url: data, alt: null } : data
  if (!url) throw unsupported({ path: 'media.0.url', key: 'fields.required' })
  if (alt?.trim()) throw unsupported({ path: 'media.0.alt', key: 'posts.noAlt' })
  return url
}

const unsupported = (field: InvalidField) =>
  new HttpError(422, 'unprocessable', 'posts.unsupportedMedia', { fields: [field] })

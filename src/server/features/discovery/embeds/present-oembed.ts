import { type Oembed, frameHtml, frameSize } from '#shared/discovery/embeds.ts'
import { displayName } from '#shared/accounts/users.ts'
import type { Embeddable } from './find-embeddable.ts'

/** Lifetime of a response in the caches of other sites, in seconds: the video may become private. */
const CACHE_AGE = 3600

type Bounds = { maxWidth: number | undefined; maxHeight: number | undefined }

export function presentOembed(
  site: { name: string; url: URL },
  { title, author, frame, thumbnails, ...picture }: Embeddable,
  bounds: Bounds,
): Oembed {
  const absolute = (path: string) => new URL(path, site.url).href
  const size = frameSize(picture, bounds)
  const { maxWidth = Infinity, maxHeight = Infinity } = bounds
  const thumbnail = thumbnails.find(({ width, height }) => width <= maxWidth && height <= maxHeight)
  return {
    version: '1.0',
    type: 'video',
    title,
    author_name: displayName(author),
    author_url: absolute(`/profile/${author.id}`),
    provider_name: site.name,
    provider_url: site.url.origin,
    cache_age: CACHE_AGE,
    ...(thumbnail && {
      thumbnail_url: absolute(thumbnail.url),
      thumbnail_width: thumbnail.width,
      thumbnail_height: thumbnail.height,
    }),
    html: frameHtml({ title, src: absolute(frame), ...size }),
    ...size,
  }
}

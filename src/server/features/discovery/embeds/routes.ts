import { getOembed } from '#shared/discovery/embeds.ts'
import type { Mount } from '#server/feature.ts'
import { findVideo } from '#server/features/videos/videos/queries.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { type Embeddable, findEmbeddable } from './find-embeddable.ts'
import { presentOembed } from './present-oembed.ts'
import { embedPreview, videoPreview } from './video-preview.ts'
import { parseUrl } from '#shared/text/parse-url.ts'

export const mountEmbeds: Mount = (app, { config, db, previews, settings }) => {
  const { publicUrl } = config
  const find = (kind: Embeddable['kind'], id: string | undefined) => findEmbeddable(db, kind, id)

  previews.on(
    '/video/:videoId',
    async ({ videoId }) => videoPreview(await find('video', videoId)),
    'everyone',
  )
  previews.onRecord('/video/:videoId', async (id, reader) => (await findVideo(db, id, reader)) !== undefined)
  previews.on(
    '/embed/:videoId',
    async ({ videoId }) => embedPreview(await find('video', videoId)),
    'everyone',
  )
  previews.on(
    '/embed/stream/:streamId',
    async ({ streamId }) => embedPreview(await find('stream', streamId)),
    'everyone',
  )

  route(app, getOembed, async ({ query, request, reply }) => {
    if (query.format !== undefined && query.format !== 'json')
      throw new HttpError(501, 'unsupported_type', 'errors.oembedFormat')
    const page = pageOf(query.url, [publicUrl.host, request.host])
    const found = page && (await find(page.kind, page.id))
    if (!found) throw notFound()
    // Pages of any site may read what is public.
    reply.header('access-control-allow-origin', '*')
    const site = { name: settings.get('general.siteName'), url: publicUrl }
    return presentOembed(site, found, { maxWidth: query.maxwidth, maxHeight: query.maxheight })
  })
}

const PAGE = /^\/(?:(?<video>video|embed)|(?<stream>stream|stream-old|embed\/stream))\/(?<id>[^/]+)\/?$/

/** Returns the video or stream of a page's URL on this site. */
function pageOf(url: string, hosts: readonly string[]): { kind: Embeddable['kind']; id: string } | undefined {
  const parsed = parseUrl(url)
  const groups = parsed && hosts.includes(parsed.host) ? PAGE.exec(parsed.pathname)?.groups : undefined
  const id = groups?.['id']
  return id === undefined ? undefined : { kind: groups?.['video'] ? 'video' : 'stream', id }
}

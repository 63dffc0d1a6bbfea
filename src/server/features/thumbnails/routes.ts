import { previewThumbnail } from '#shared/thumbnails.ts'
import type { Feature } from '#server/feature.ts'
import { routeBytes } from '#server/http/route.ts'
import type { Thumbnails } from './thumbnails.ts'
import { atField } from './unusable-picture.ts'

/** Shows a member the picture at an address as viewers would get it, before the stream is created. */
export const thumbnails = (pictures: Thumbnails): Feature => ({
  name: 'thumbnails',
  // The form fetches the preview as bytes.
  contentSources: { imgSrc: ['blob:'] },
  register(app) {
    routeBytes(app, previewThumbnail, async ({ query, user, reply }) => {
      const { large } = await atField('url', pictures.preview(query.url, user.id))
      reply.type('image/webp').header('cache-control', 'private, max-age=300')
      return large
    })
    return () => pictures.close()
  },
})

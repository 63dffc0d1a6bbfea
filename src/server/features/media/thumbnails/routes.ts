import { previewThumbnail } from '#shared/media/thumbnails.ts'
import type { Feature } from '#server/feature.ts'
import { routeBytes } from '#server/http/route.ts'
import type { Thumbnails } from './thumbnails.ts'
import { imageErrorAtField } from './unusable-image.ts'

/** Shows a user the thumbnail of an image URL as viewers will see it, before the stream is created. */
export const thumbnails = (store: Thumbnails): Feature => ({
  name: 'thumbnails',
  // The form fetches the preview as bytes.
  contentSources: { imgSrc: ['blob:'] },
  register(app) {
    routeBytes(app, previewThumbnail, async ({ query, user, reply }) => {
      const { large } = await imageErrorAtField('url', store.preview(query.url, user.id))
      reply.type('image/webp').header('cache-control', 'private, max-age=300')
      return large
    })
    return () => store.close()
  },
})

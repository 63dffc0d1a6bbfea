import { previewThumbnail } from '#shared/media/thumbnails.ts'
import { thumbnailsService } from '#server/features/media/thumbnails/thumbnails.ts'
import type { Mount } from '#server/feature.ts'
import { routeBytes } from '#server/http/route.ts'
import { imageErrorAtField } from './unusable-image.ts'

export const mountThumbnails: Mount = (app, { service }) => {
  const thumbnails = service(thumbnailsService)
  routeBytes(app, previewThumbnail, async ({ query, user, reply }) => {
    const { large } = await imageErrorAtField('url', thumbnails.preview(query.url, user.id))
    reply.type('image/webp').header('cache-control', 'private, max-age=300')
    return large
  })
  return () => thumbnails.close()
}

import { previewThumbnail } from '#shared/thumbnails.ts'
import type { Feature } from '#server/feature.ts'
import { invalid, unauthorized } from '#server/http/errors.ts'
import { toFieldErrors } from '#server/http/field-errors.ts'
import type { Thumbnails } from './thumbnails.ts'
import { atField } from './unusable-picture.ts'

/** Shows a member the picture at an address as viewers would get it, before the stream is created. */
export const thumbnails = (pictures: Thumbnails): Feature => ({
  name: 'thumbnails',
  register(app, { limits }) {
    app.get(
      previewThumbnail.path,
      { config: { access: previewThumbnail.access } },
      async (request, reply) => {
        if (!request.user) throw unauthorized()
        const query = previewThumbnail.query.safeParse(request.query, { reportInput: true })
        if (!query.success) throw invalid(toFieldErrors(query.error.issues))
        await limits.take('thumbnailPreviews', request.user.id)
        const { large } = await atField('url', pictures.preview(query.data.url))
        return reply.type('image/webp').header('cache-control', 'private, max-age=300').send(large)
      },
    )
    return () => pictures.close()
  },
})

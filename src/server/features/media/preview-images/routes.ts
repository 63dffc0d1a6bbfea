import type { Mount } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { isNotModified } from '#server/http/not-modified.ts'
import { allowOtherSites } from '#server/storage/other-sites.ts'
import { JpegCache } from './jpeg-cache.ts'

type Params = { kind: string; id: string; name: string }

export const mountPreviewImages: Mount = (app, { images, previews, storage }) => {
  const jpegs = new JpegCache({ images, storage })
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: '/previews/:kind/:id/:name',
    config: { access: 'anyone', rate: { ofAddress: 'previewImagesOfAddress' } },
    logLevel: 'warn',
    async handler(request, reply) {
      const { kind, id, name } = request.params
      const image = await previews.findImage(kind, id, request.translate)
      const isCurrent = image?.url === `/previews/${kind}/${id}/${name}`
      if (!image || !isCurrent || !(await storage.stat(image.key))) throw notFound()
      const etag = `"${name}"`
      const isCached = isNotModified(request, { etag })
      const jpeg = isCached ? null : await jpegs.get(image)
      if (!isCached && !jpeg) throw notFound()
      allowOtherSites(reply)
      // Caches must ask each time, as the record may be removed.
      reply.headers({ etag, 'cache-control': 'public, no-cache', 'x-content-type-options': 'nosniff' })
      return isCached ? reply.code(304).send() : reply.type('image/jpeg').send(jpeg)
    },
  })
}

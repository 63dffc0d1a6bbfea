import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import { TUS_RESUMABLE } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import * as calls from '#shared/media/uploads.ts'
import { UPLOADS_PATH } from '#shared/media/uploads.ts'
import type { Mount } from '#server/feature.ts'
import { notFound, unauthorized } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { discardUpload, finishUpload } from './finish-upload.ts'
import { PendingUploads } from './pending-uploads.ts'
import { findOwnUpload } from './queries.ts'
import { createTusHandler } from './tus-handler.ts'
import { UPLOAD_RULES, uploadRulesService } from './upload-rules.ts'

const uploadId = z.object({ id })

export const mountUploads: Mount = async (app, { config, db, disk, service }) => {
  const allowance = service(storageAllowanceService)
  const media = await service(mediaService)
  const rules = { ...UPLOAD_RULES, idleTimeoutMs: config.http.uploadIdleMs, ...service(uploadRulesService) }
  const handleTus = createTusHandler({ allowance, db, disk, rules, folder: media.folder })
  const handleOwnedUpload = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { id: requestedId, userId }: { id: string; userId: string },
  ) => {
    if (!(await findOwnUpload(db, requestedId, userId))) throw notFound('notFound.upload')
    return handleTus(request, reply, userId)
  }
  const pendingUploads = new PendingUploads(rules.finishWaitMs)
  app.addHook('preClose', () => pendingUploads.close())
  await app.register(async (scope) => {
    // The tus library streams the parts to the disk itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['OPTIONS', 'POST'],
      url: UPLOADS_PATH,
      config: { access: 'member', rate: 'uploads' },
      async handler(request, reply) {
        const { user } = request
        if (!user) throw unauthorized()
        return handleTus(request, reply, user.id)
      },
    })
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${UPLOADS_PATH}/:id`,
      config: { access: 'member' },
      // Also how much of a refused part is still read and discarded.
      bodyLimit: limit('fileBytes'),
      async handler(request, reply) {
        const params = uploadId.safeParse(request.params)
        const { user } = request
        if (!user) throw unauthorized()
        if (!params.success) throw notFound('notFound.upload')
        const requestedId = params.data.id
        // A finished upload that nothing uses is deleted as well, also one that is just being finished.
        if (request.method === 'DELETE')
          return pendingUploads.duringDeletion(`${requestedId} ${user.id}`, async () => {
            if (!(await media.deleteUnclaimed(requestedId, user.id)))
              return handleOwnedUpload(request, reply, { id: requestedId, userId: user.id })
            await discardUpload({ db, media }, requestedId)
            return reply.header('tus-resumable', TUS_RESUMABLE).code(204).send()
          })
        return handleOwnedUpload(request, reply, { id: requestedId, userId: user.id })
      },
    })
  })

  route(app, calls.finishUpload, ({ params, body, user }) =>
    pendingUploads.join(`${params.id} ${user.id}`, (signal) =>
      finishUpload({ db, media }, { ...params, ...body, ownerId: user.id, signal }),
    ),
  )
}

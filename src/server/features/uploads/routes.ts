import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import * as calls from '#shared/uploads.ts'
import { type Media, UPLOADS_PATH } from '#shared/uploads.ts'
import type { Feature } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media-store.ts'
import { notFound, unauthorized } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { finishUpload } from './finish-upload.ts'
import { findOwnUpload } from './queries.ts'
import { cleanupUploads } from './cleanup-uploads.ts'
import { createTusHandler } from './tus-handler.ts'
import { UPLOAD_RULES, type UploadRules } from './upload-rules.ts'

const uploadId = z.object({ id })

/** Takes files in parts, over connections that break, and makes stored media of them. */
export const uploads = (media: MediaStore, changes: Partial<UploadRules> = {}): Feature => ({
  name: 'uploads',
  // A file is shown before it is sent.
  contentSources: { imgSrc: ['blob:'], mediaSrc: ['blob:'] },
  async register(app, { config, db, log }) {
    const rules = { ...UPLOAD_RULES, silentMs: config.http.uploadIdleMs, ...changes }
    const answer = createTusHandler({ db, rules, folder: media.folder })
    await app.register(async (scope) => {
      // The parts are read by the protocol's library, straight to the disk.
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.route({
        method: ['OPTIONS', 'POST'],
        url: UPLOADS_PATH,
        config: { access: 'member', rate: 'uploads' },
        async handler(request, reply) {
          const { user } = request
          if (!user) throw unauthorized()
          return answer(request, reply, user.id)
        },
      })
      scope.route({
        method: ['HEAD', 'PATCH', 'DELETE'],
        url: `${UPLOADS_PATH}/:id`,
        config: { access: 'member' },
        // Of a refused part as much is read on and dropped.
        bodyLimit: limit('fileBytes'),
        async handler(request, reply) {
          const params = uploadId.safeParse(request.params)
          const { user } = request
          if (!user) throw unauthorized()
          const own = params.success && (await findOwnUpload(db, params.data.id, user.id))
          if (!own) throw notFound('notFound.upload')
          return answer(request, reply, user.id)
        },
      })
    })

    const running = new Map<string, Promise<Media>>()
    route(app, calls.finishUpload, ({ params, body, user }) => {
      // Two at once are one: both get its answer.
      const key = `${user.id} ${params.id}`
      const found = running.get(key)
      if (found) return found
      const made = finishUpload({ db, media }, { ...params, ...body, ownerId: user.id }).finally(() =>
        running.delete(key),
      )
      running.set(key, made)
      return made
    })

    const sweep = () =>
      cleanupUploads({ db, media }, new Date(Date.now() - rules.keptMs)).catch((error: unknown) =>
        log.error({ err: error }, 'unused uploads could not be cleared away'),
      )
    let last = sweep()
    const timer = setInterval(() => {
      last = last.then(sweep)
    }, rules.sweepEveryMs)
    return async () => {
      clearInterval(timer)
      await last
    }
  },
})

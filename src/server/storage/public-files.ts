import type { FastifyInstance } from 'fastify'
import { allowOtherSites } from './other-sites.ts'
import { sendFile } from './send-file.ts'
import type { Storage } from './storage.ts'

/**
 * Serves one folder of the storage at `/files/<folder>/<name>` to everyone, without a session, whole or in ranges (for
 * seeking in players). The content of a name never changes. Its only access control is that the name is not public.
 */
export function mountPublicFiles(app: FastifyInstance, storage: Storage, folder: string): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `/files/${folder}/:name`,
    config: { access: 'anyone' },
    logLevel: 'warn',
    handler(request, reply) {
      allowOtherSites(reply)
      return sendFile({ request, reply }, storage, {
        key: `${folder}/${request.params.name}`,
        // The name identifies the version: the content of a name never changes.
        etag: `"${request.params.name}"`,
        cacheControl: CACHE_FOREVER,
      })
    },
  })
}

const CACHE_FOREVER = 'public, max-age=31536000, immutable'

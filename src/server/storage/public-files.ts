import type { FastifyInstance } from 'fastify'
import { sendFile } from './send-file.ts'
import type { Storage } from './storage.ts'

/**
 * Serves one folder of the storage at `/files/<folder>/<name>` to everyone, without a look at the session, whole or in
 * parts (players jump). What lies there is never changed under its name, and who may see it is decided by who gets to
 * know the name.
 */
export function publicFiles(app: FastifyInstance, storage: Storage, folder: string): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `/files/${folder}/:name`,
    config: { access: 'anyone' },
    logLevel: 'warn',
    handler: (request, reply) =>
      sendFile({ request, reply }, storage, {
        key: `${folder}/${request.params.name}`,
        // The name is the version: whoever has a file under it has this one.
        etag: `"${request.params.name}"`,
        cacheControl: FOREVER,
      }),
  })
}

const FOREVER = 'public, max-age=31536000, immutable'

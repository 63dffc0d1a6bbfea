import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import type { Storage } from './storage.ts'

/**
 * Serves one folder of the storage at `/files/<folder>/<name>` to everyone, without a look at the session.
 * What lies there is never changed under its name, and who may see it is decided by who gets to know the name.
 */
export function publicFiles(app: FastifyInstance, storage: Storage, folder: string): void {
  app.get<{ Params: { name: string } }>(
    `/files/${folder}/:name`,
    { config: { access: 'anyone' }, logLevel: 'warn' },
    async ({ params }, reply) => {
      const file = await storage.open(`${folder}/${params.name}`)
      if (!file) throw notFound()
      return reply
        .headers({
          'content-type': file.type,
          'content-length': file.size,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(file.stream)
    },
  )
}

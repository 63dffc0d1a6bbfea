import type { FastifyInstance } from 'fastify'
import { unavailable } from './errors.ts'

/** `/healthz`: the process is up. `/readyz`: the database is reachable from the node that it names. */
export function health(
  app: FastifyInstance,
  { database, nodeId }: { database: { ping(): Promise<unknown> }; nodeId: string },
): void {
  app.get('/healthz', { config: { access: 'anyone' }, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'anyone' }, logLevel: 'warn' }, async (request) => {
    try {
      await database.ping()
    } catch (error) {
      request.log.error({ err: error }, 'the database is unavailable')
      throw unavailable('unavailable', 'errors.unavailable', 5)
    }
    return { status: 'ok', node: nodeId }
  })
}

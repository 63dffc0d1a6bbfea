import type { FastifyInstance } from 'fastify'
import { oneLine } from '#server/startup/startup-error.ts'
import { readinessErrorOf } from './database-errors.ts'

/**
 * `/healthz`: the process is up. `/readyz`: the database responds to the node that it names; 503 with the reason within two
 * seconds if not.
 */
export function health(
  app: FastifyInstance,
  { database, nodeId }: { database: { ping(): Promise<unknown> }; nodeId: string },
): void {
  app.get('/healthz', { config: { access: 'anyone' }, logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { access: 'anyone' }, logLevel: 'warn' }, async (request) => {
    try {
      await database.ping()
    } catch (error) {
      request.log.error({ reason: oneLine(error) }, 'the database is unavailable')
      throw readinessErrorOf(error)
    }
    return { status: 'ok', node: nodeId }
  })
}

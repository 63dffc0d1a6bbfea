import type { FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True for a request that changes nothing. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => READS.has(method)

/**
 * Refuses what another site's page sends with a member's cookies. A request without an Origin header
 * does not come from a browser's page and is taken.
 */
export function checkOrigin(publicUrl: URL) {
  return async (request: FastifyRequest): Promise<void> => {
    if (isRead(request) && !request.ws) return
    if (request.headers['sec-fetch-site'] === 'cross-site') throw forbidden('errors.foreignOrigin')
    const { origin } = request.headers
    if (origin === undefined || origin === publicUrl.origin) return
    if (origin !== `${request.protocol}://${request.headers.host}`) throw forbidden('errors.foreignOrigin')
  }
}

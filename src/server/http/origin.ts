import type { FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True for a request that changes nothing. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => READS.has(method)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes requests of other sites' pages too: it lets nobody do anything by a cookie alone that such a page sent. */
    allowCrossOrigin?: boolean
  }
}

/** Refuses what another site's page sends with a member's cookies. */
export function checkOrigin(publicUrl: URL) {
  return async (request: FastifyRequest): Promise<void> => {
    if ((isRead(request) && !request.ws) || request.routeOptions.config.allowCrossOrigin) return
    if (isForeign(request, publicUrl)) throw forbidden('errors.foreignOrigin')
  }
}

/**
 * True for what another site's page sends. A request without an Origin header does not come from a browser's page, unless
 * it reads.
 */
export function isForeign({ headers, protocol }: FastifyRequest, publicUrl: URL): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = headers
  return origin !== undefined && origin !== publicUrl.origin && origin !== `${protocol}://${headers.host}`
}

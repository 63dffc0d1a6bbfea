import type { FastifyRequest } from 'fastify'
import { forbidden } from './errors.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether the method is safe (RFC 9110, 9.2.1): the request changes nothing. */
export const isRead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => SAFE_METHODS.has(method)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows requests of other sites' pages: for routes whose effects do not depend on a cookie. */
    allowCrossOrigin?: boolean
  }
}

/** Returns a hook that throws 403 for requests of other sites' pages (CSRF). */
export function checkOrigin(publicUrl: URL) {
  return async (request: FastifyRequest): Promise<void> => {
    if ((isRead(request) && !request.ws) || request.routeOptions.config.allowCrossOrigin) return
    if (isCrossOrigin(request, publicUrl)) throw forbidden('errors.foreignOrigin')
  }
}

/**
 * Whether another site's page sent the request. Browsers send an Origin header with every request of a page, except for
 * safe methods.
 */
export function isCrossOrigin({ headers, protocol }: FastifyRequest, publicUrl: URL): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = headers
  return origin !== undefined && origin !== publicUrl.origin && origin !== `${protocol}://${headers.host}`
}

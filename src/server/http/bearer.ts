import type { FastifyRequest } from 'fastify'

/** Returns the bearer token of a request (RFC 6750), or null. */
export function getBearerToken({ headers }: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

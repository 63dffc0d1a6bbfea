import type { FastifyRequest } from 'fastify'

/** What a request shows as its right (RFC 6750), or null. */
export function bearerOf({ headers }: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
}

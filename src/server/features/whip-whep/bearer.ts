import { unauthorized } from '#server/http/errors.ts'
import type { Exchange } from './door.ts'

/** What the request shows as its right, or null. */
export function bearerOf({ request }: Pick<Exchange, 'request'>): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/** 401, with how to ask (RFC 6750). */
export function challenge({ request, reply }: Exchange): Error {
  const error = bearerOf({ request }) === null ? '' : ', error="invalid_token"'
  reply.header('www-authenticate', `Bearer realm="Creative Wave"${error}`)
  return unauthorized()
}

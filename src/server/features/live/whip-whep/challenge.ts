import type { Config } from '#server/config.ts'
import { getBearerToken } from '#server/http/bearer.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Exchange } from './sdp-exchange.ts'

/**
 * Returns a 401 error and sets `WWW-Authenticate` (RFC 6750). The realm is the site's host, as the site's name may
 * contain characters that a header does not allow.
 */
export function challenge({ publicUrl }: Pick<Config, 'publicUrl'>, { request, reply }: Exchange): Error {
  const error = getBearerToken(request) === null ? '' : ', error="invalid_token"'
  reply.header('www-authenticate', `Bearer realm="${publicUrl.host}"${error}`)
  return unauthorized()
}

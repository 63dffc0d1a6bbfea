import type { Config } from '#server/config.ts'
import { bearerOf } from '#server/http/bearer.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Exchange } from './sdp-exchange.ts'

/** 401, with how to ask (RFC 6750); the site's address names it, as its name may have letters that no header takes. */
export function challenge({ publicUrl }: Pick<Config, 'publicUrl'>, { request, reply }: Exchange): Error {
  const error = bearerOf(request) === null ? '' : ', error="invalid_token"'
  reply.header('www-authenticate', `Bearer realm="${publicUrl.host}"${error}`)
  return unauthorized()
}

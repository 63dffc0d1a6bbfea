import { unescape } from 'node:querystring'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'

/** Logs one line per request after its response: request, response and duration. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const details = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (!error) request.log.info(details, 'request completed')
    else if (isClosedByClient(error))
      request.log.info({ ...details, reason: error.message }, 'request aborted')
    else request.log.error({ ...details, err: error }, 'request errored')
  }
}

/** Whether the client disconnected before the end of the response, as browsers do that seek in a video. */
function isClosedByClient(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && CLOSED_CODES.has(error.code)
}

const CLOSED_CODES: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** Returns a logger that removes secrets from the URLs of requests. */
export function withoutSecrets(log: Logger): Logger {
  return log.child({}, { serializers: { req: describeRequest } })
}

function describeRequest({ method, url, host, ip, socket }: FastifyRequest) {
  return { method, url: withoutSecret(url), host, remoteAddress: ip, remotePort: socket?.remotePort }
}

/**
 * Parameters with a secret: of the set-up link, of invitations, and of links to a private stream. In a mistyped link any character may
 * stand before them.
 */
const SECRET_PARAMETER = /\W(setup|setupToken|invitation|token)=/i

/** The part of a URL that has no parameters, however these are separated or encoded. */
const PLAIN_PATH = /^[\w/.-]*/

/**
 * Returns a URL for the log. If it has a secret, everything behind the plain path is replaced, also if the secret is in
 * a nested, encoded URL (`returnTo`).
 */
export function withoutSecret(url: string): string {
  let decoded = url
  for (let depth = 0; depth < MAX_ENCODINGS; depth++) {
    if (SECRET_PARAMETER.test(decoded)) return `${PLAIN_PATH.exec(url)?.[0] ?? ''}?[secret]`
    decoded = unescape(decoded)
  }
  return url
}

/** How many levels of nested URLs are decoded. */
const MAX_ENCODINGS = 4

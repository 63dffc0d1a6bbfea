import { unescape } from 'node:querystring'
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'

/** One line a request, when it has been answered: what was asked, what came of it, and how long it took. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    const line = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (!error) request.log.info(line, 'request completed')
    else if (isClosedByClient(error)) request.log.info({ ...line, reason: error.message }, 'request aborted')
    else request.log.error({ ...line, err: error }, 'request errored')
  }
}

/** The other side went away before it had the whole answer, as a browser does that seeks in a video. */
function isClosedByClient(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && CLOSED.has(error.code)
}

const CLOSED: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** A log that names requests without the secrets in their addresses. */
export function withoutSecrets(log: Logger): Logger {
  return log.child({}, { serializers: { req: describeRequest } })
}

function describeRequest({ method, url, host, ip, socket }: FastifyRequest) {
  return { method, url: withoutSecretQuery(url), host, remoteAddress: ip, remotePort: socket?.remotePort }
}

/** Parameters whose value lets somebody in: of the set-up link, and of links to a private stream. */
const SECRET_PARAMETER = /[?&](setup|setupToken|token)=/i

/**
 * An address for the log. A query with a secret in it is left out as a whole, also where the secret stands in an address
 * within it (`returnTo`), in whatever encoding.
 */
export function withoutSecretQuery(url: string): string {
  const start = url.indexOf('?')
  if (start < 0) return url
  let query = url.slice(start)
  for (let depth = 0; depth < MAX_ENCODINGS; depth++) {
    if (SECRET_PARAMETER.test(query)) return `${url.slice(0, start)}?[secret]`
    query = unescape(query)
  }
  return url
}

/** How deep an address within an address within an address is looked into. */
const MAX_ENCODINGS = 4

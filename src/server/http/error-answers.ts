import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, invalid, notFound, unavailable } from './errors.ts'
import { inEnglish } from './translations.ts'

/** Turns whatever was thrown into the one error shape. What is not ours to tell stays in the log. */
export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const known = error instanceof HttpError ? error : fromFramework(error)
    if (known.status >= 500) logFailure(request, error)
    if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
    return reply.code(known.status).send(known.body(request.translate))
  })
}

/**
 * For what fails before there is a request: not even HTTP, or headers without end. All that can be done is to say so on
 * the wire.
 */
export function handleClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const status = NONSENSE[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify(invalid().body(inEnglish))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function logFailure(request: FastifyRequest, error: Error): void {
  // Whoever sends a body may go away in the middle of it, and no line follows that the request was answered.
  const isAborted = request.raw.destroyed && !request.raw.complete
  if (isAborted) request.log.info({ req: request, reason: error.message }, 'a request was aborted')
  else request.log.error({ err: error }, 'a request failed')
}

const NONSENSE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

function fromFramework(error: FastifyError): HttpError {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError(415, 'unsupported_type', 'errors.unsupportedType')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new HttpError(400, 'invalid', 'errors.malformed')
    default:
      if (UNSTORABLE.has(databaseCode(error))) return invalid()
      if (isDatabaseAway(error)) return unavailable('unavailable', 'errors.unavailable', 5)
      return error.statusCode === 400 ? invalid() : new HttpError(500, 'internal', 'errors.internal')
  }
}

/** PostgreSQL holds no NUL and no half of a pair, in no encoding. */
const UNSTORABLE = new Set(['22021', '22P05'])

function databaseCode(error: Error): string {
  const cause: unknown = error.cause ?? error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

/**
 * The connection failed or the server is shutting down (PostgreSQL's classes 08 and 57P), or a statement took too long
 * (57014), rather than that it is wrong.
 */
function isDatabaseAway(error: Error): boolean {
  const cause: unknown = error.cause ?? error
  return (
    /^(08|57P|57014)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE)$/.test(databaseCode(error)) ||
    (cause instanceof Error && cause.message.startsWith('Connection terminated'))
  )
}

import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { databaseFailureOf, rootCauseOf } from '#server/db/database-failure.ts'
import { codeOf } from '#server/startup/startup-error.ts'
import { isDiskFull, temporaryErrorOf } from './database-errors.ts'
import { HttpError, invalid, notFound } from './errors.ts'
import { unavailablePage } from './pages/unavailable-page.ts'
import { inEnglish } from './translations.ts'

/** Turns every thrown error into the error body of the API. Details of internal errors are only logged. */
export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const httpError = error instanceof HttpError ? error : fromFramework(error)
    if (httpError.status >= 500 && httpError.status !== UNSUPPORTED) logFailure(request, error)
    if (httpError.retryAfter !== undefined) reply.header('retry-after', httpError.retryAfter)
    if (httpError.status === UNAVAILABLE && request.routeOptions.config.isNavigation)
      return reply
        .code(httpError.status)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(unavailablePage(httpError, request.translate))
    return reply.code(httpError.status).send(httpError.body(request.translate))
  })
}

/**
 * Handles errors of the HTTP parser, for which there is no request: invalid HTTP, headers that are too large or too
 * slow. The response is written to the socket.
 */
export function handleClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  endWithError(socket, STATUS_BY_PARSER_ERROR[error.code ?? ''] ?? '400 Bad Request', invalid())
}

/** Writes an error response to a connection that has no request, and ends it. */
export function endWithError(socket: Socket, status: string, error: HttpError): void {
  const body = JSON.stringify(error.body(inEnglish))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function logFailure(request: FastifyRequest, error: Error): void {
  // A client may disconnect while it sends its body; then no 'request completed' follows in the log.
  const isAborted = request.raw.destroyed && !request.raw.complete
  // An error that is a response already, for example of the payment provider, is no failure of the database.
  const failure = error instanceof HttpError ? null : databaseFailureOf(error)
  if (isAborted) request.log.info({ req: request, reason: error.message }, 'a request was aborted')
  // Callers cause it with an expensive search: it is not a fault of the server.
  else if (failure === 'timeout')
    request.log.warn({ req: request, reason: rootCauseOf(error) }, 'a statement exceeded its time limit')
  // One line for each request: while the database is away all of them fail.
  else if (failure) request.log.error({ reason: rootCauseOf(error) }, 'the database cannot be used')
  else if (isDiskFull(error)) request.log.error({ reason: rootCauseOf(error) }, 'the disk is full')
  else request.log.error({ err: error }, 'a request failed')
}

const UNAVAILABLE = 503
/** A request for something that the server does not offer is the client's error. */
const UNSUPPORTED = 501

const STATUS_BY_PARSER_ERROR: Record<string, string> = {
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
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'too_large', 'errors.tooLarge')
    default:
      if (UNSTORABLE.has(codeOf(error.cause ?? error))) return invalid()
      return (
        temporaryErrorOf(error) ??
        (error.statusCode === 400 ? invalid() : new HttpError(500, 'internal', 'errors.internal'))
      )
  }
}

/** SQLSTATEs for text that PostgreSQL cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = new Set(['22021', '22P05'])

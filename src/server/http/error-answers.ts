import type { FastifyError, FastifyInstance } from 'fastify'
import { HttpError, invalid, notFound } from './errors.ts'

/** Turns whatever was thrown into the one error shape. What is not ours to tell stays in the log. */
export function answerErrors(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  app.setNotFoundHandler(() => {
    throw notFound('page')
  })
  app.setErrorHandler<FastifyError | HttpError>((error, request, reply) => {
    const known = error instanceof HttpError ? error : fromFramework(error)
    if (known.status >= 500) request.log.error({ err: error }, 'a request failed')
    if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter)
    return reply.code(known.status).send(known.body())
  })
}

function fromFramework(error: FastifyError): HttpError {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'too_large', 'errors.tooLarge')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError(415, 'unsupported_type', 'errors.unsupportedType')
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new HttpError(400, 'invalid', 'errors.malformed')
    default:
      return error.statusCode === 400 ? invalid() : new HttpError(500, 'internal', 'errors.internal')
  }
}

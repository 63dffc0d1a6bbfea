import type { ErrorBody, ErrorCode, FieldError } from '#shared/errors.ts'
import { type MessageKey, translate } from './translate.ts'

type Details = {
  /** Values of the message's placeholders. */
  values?: Record<string, string | number>
  fields?: FieldError[]
  /** Whole seconds until a retry makes sense; sent as Retry-After. */
  retryAfter?: number
}

/** An answer other than success, thrown anywhere below a route or a socket message. */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, code: ErrorCode, key: MessageKey, details: Details = {}) {
    super(translate(key, details.values))
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  body(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.fields && { fields: this.fields }) }
  }
}

export const invalid = (fields?: FieldError[]) =>
  new HttpError(400, 'invalid', 'errors.invalid', fields ? { fields } : {})
export const unauthorized = () => new HttpError(401, 'unauthorized', 'errors.unauthorized')
export const forbidden = (key: MessageKey = 'errors.notYours') => new HttpError(403, 'forbidden', key)
export const notFound = (key: MessageKey = 'notFound.page') => new HttpError(404, 'not_found', key)
export const conflict = (code: ErrorCode, key: MessageKey) => new HttpError(409, code, key)
export const unavailable = (
  code: 'unavailable' | 'engine_unavailable',
  key: MessageKey,
  retryAfter: number,
) => new HttpError(503, code, key, { retryAfter })
/** `seconds` are whole, until a try makes sense. */
export const rateLimited = (seconds: number) =>
  seconds > IN_SECONDS
    ? new HttpError(429, 'rate_limited', 'errors.rateLimitedLong', {
        values: { minutes: Math.ceil(seconds / 60) },
        retryAfter: seconds,
      })
    : new HttpError(429, 'rate_limited', 'errors.rateLimited', { values: { seconds }, retryAfter: seconds })

/** Nobody counts more seconds than these. */
const IN_SECONDS = 90

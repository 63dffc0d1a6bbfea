import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import type { Message, MessageKey, Translate } from './translations.ts'

/** An error of one field; `path` is dotted (`settings.isPublic`). */
export type InvalidField = { path: string } & Message

type Details = Pick<Message, 'values'> & {
  fields?: InvalidField[]
  /** Whole seconds until a retry makes sense; sent as Retry-After. */
  retryAfter?: number
}

/**
 * An error response, thrown anywhere below a route or a socket message. It has keys of the catalogue, which are
 * translated into the caller's language when the response is sent.
 */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly text: Message
  readonly fields: InvalidField[] | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, code: ErrorCode, key: MessageKey, details: Details = {}) {
    super(key)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.text = { key, ...(details.values && { values: details.values }) }
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  /** Returns the body of the response, in the language of `translate`. */
  body(translate: Translate): ErrorBody {
    const inLanguage = ({ key, values }: Message) => translate(key, values)
    const fields = this.fields?.map((field) => ({ path: field.path, message: inLanguage(field) }))
    return { message: inLanguage(this.text), code: this.code, ...(fields && { fields }) }
  }
}

export const invalid = (fields?: InvalidField[]) =>
  new HttpError(400, 'invalid', 'errors.invalid', fields ? { fields } : {})
export const unauthorized = () => new HttpError(401, 'unauthorized', 'errors.unauthorized')
export const forbidden = (key: MessageKey = 'errors.notYours') => new HttpError(403, 'forbidden', key)
/** For what only members with Creator Pro can do. */
export const proRequired = () => new HttpError(403, 'pro_required', 'errors.proRequired')
export const notFound = (key: MessageKey = 'notFound.page') => new HttpError(404, 'not_found', key)
/** One of the two users has blocked the other; the text does not say which. */
export const blocked = () => new HttpError(403, 'blocked', 'errors.blocked')
export const conflict = (code: ErrorCode, key: MessageKey) => new HttpError(409, code, key)
export const unavailable = (
  code: 'unavailable' | 'engine_unavailable',
  key: MessageKey,
  retryAfter: number,
) => new HttpError(503, code, key, { retryAfter })
/** `seconds`: whole seconds until a retry makes sense. */
export const rateLimited = (seconds: number) =>
  seconds > MAX_SHOWN_SECONDS
    ? new HttpError(429, 'rate_limited', 'errors.rateLimitedLong', {
        values: { minutes: Math.ceil(seconds / 60) },
        retryAfter: seconds,
      })
    : new HttpError(429, 'rate_limited', 'errors.rateLimited', { values: { seconds }, retryAfter: seconds })

/** Longer waits are shown in minutes. */
const MAX_SHOWN_SECONDS = 90

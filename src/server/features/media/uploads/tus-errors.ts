import type { IncomingMessage } from 'node:http'
import { TUS_RESUMABLE } from '@tus/server'
import { limit } from '#shared/settings/limits.ts'
import { HttpError, conflict, notFound } from '#server/http/errors.ts'

/** The error for a status with which the tus library refuses a request. */
export function errorOfTusStatus(status: number): HttpError {
  switch (status) {
    case 404:
    case 410:
      return notFound('notFound.upload')
    case 409:
      return conflict('conflict', 'uploads.wrongOffset')
    case 412:
      return new HttpError(412, 'invalid', 'uploads.malformed')
    case 413:
      return tooLarge()
    case 500:
      return new HttpError(500, 'internal', 'errors.internal')
    default:
      return new HttpError(400, 'invalid', 'uploads.malformed')
  }
}

/** Checks the headers that tus requires in every request; the library would respond in another form. Throws 412, 415. */
export function checkProtocolHeaders({ method, headers }: IncomingMessage): void {
  if (method !== 'OPTIONS' && headers['tus-resumable'] !== TUS_RESUMABLE) throw errorOfTusStatus(412)
  if (method === 'PATCH' && headers['content-type'] !== 'application/offset+octet-stream') {
    throw new HttpError(415, 'unsupported_type', 'uploads.malformed')
  }
}

function tooLarge(): HttpError {
  const megabytes = Math.floor(limit('fileBytes') / 1024 ** 2)
  return new HttpError(413, 'too_large', 'uploads.tooLarge', { values: { megabytes } })
}

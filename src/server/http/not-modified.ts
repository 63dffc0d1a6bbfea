import type { FastifyRequest } from 'fastify'

type Validators = {
  /** Identifies the version, in quotes. */
  etag: string
  lastModified?: Date
}

/** Whether the client already has this version (RFC 9110): the date counts only without an ETag. */
export function isNotModified({ headers }: FastifyRequest, { etag, lastModified }: Validators): boolean {
  const { 'if-none-match': ifNoneMatch, 'if-modified-since': ifModifiedSince } = headers
  if (ifNoneMatch !== undefined) {
    const etags = ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''))
    return etags.includes(etag) || etags.includes('*')
  }
  if (ifModifiedSince === undefined || lastModified === undefined) return false
  // The header has no fractions of a second. An invalid date compares as false.
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= Date.parse(ifModifiedSince)
}

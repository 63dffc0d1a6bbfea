import { HttpError } from '#server/http/errors.ts'

/** Returns the ETag of a peer's ICE session. A peer has exactly one: a new offer creates another peer. */
export const etagOf = (peerId: string) => `"${peerId}"`

/**
 * Checks the header `If-Match` against the peer's ICE session (RFC 9725 section 4.3). Throws 412 for another session,
 * and 428 if the header is required and missing.
 */
export function checkIfMatch(ifMatch: string | undefined, peerId: string, isRequired: boolean): void {
  if (ifMatch === undefined && !isRequired) return
  if (ifMatch === undefined) throw new HttpError(428, 'precondition_required', 'live.ifMatchRequired')
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (!tags.includes('*') && !tags.includes(etagOf(peerId)))
    throw new HttpError(412, 'precondition_failed', 'live.wrongIceSession')
}

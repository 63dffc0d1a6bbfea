import { HttpError } from '#server/http/errors.ts'

/** Names the ICE session of a peer. A peer has one: what is offered anew is another peer. */
export const etagOf = (peerId: string) => `"${peerId}"`

/**
 * Whether the sender means the ICE session that this is (RFC 9725 section 4.3). Throws 412 where it means another one, and
 * 428 where it does not say which but has to.
 */
export function checkMatch(ifMatch: string | undefined, peerId: string, isRequired: boolean): void {
  if (ifMatch === undefined && !isRequired) return
  if (ifMatch === undefined) throw new HttpError(428, 'precondition_required', 'live.matchRequired')
  const named = ifMatch.split(',').map((tag) => tag.trim())
  if (!named.includes('*') && !named.includes(etagOf(peerId)))
    throw new HttpError(412, 'precondition_failed', 'live.otherIceSession')
}

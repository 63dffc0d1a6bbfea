import { consumeRate } from '#server/http/call-rates.ts'
import { type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import { type Identity, actorOf, isKnown } from '#server/realtime/connection.ts'

const JOINS = rateOf('joins')
const JOINS_OF_ADDRESS = rateOf('joinsOfAddress')
const REJOIN_FREE = rateOf('rejoinFree')

/**
 * Counts a join. A reload or a network change is free; who jumps from stream to stream is slowed down. Throws 429.
 */
export async function handleJoin(limits: RateLimits, identity: Identity, streamId: string): Promise<void> {
  // Whoever keeps no cookie looks like every other such client of its address: none joins on another's account.
  if (!isKnown(identity)) return limits.consume(JOINS_OF_ADDRESS, identity.address)
  const actor = actorOf(identity)
  const pair = `${actor} ${streamId}`
  if (await limits.has(REJOIN_FREE, pair)) return
  await limits.consume(JOINS, actor)
  await limits.consume(JOINS_OF_ADDRESS, identity.address)
  await limits.consume(REJOIN_FREE, pair)
}

/**
 * Counts what each join may cost the engine, also one that is no new join: a peer and its handshake. A page that tries
 * again and again stays far below. Throws 429.
 */
export function handleViewerOffer(limits: RateLimits, identity: Identity): Promise<void> {
  return consumeRate(limits, { name: 'viewerOffers', ofAddress: 'viewerOffersOfAddress' }, identity)
}

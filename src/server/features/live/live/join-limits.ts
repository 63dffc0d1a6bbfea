import { consumeRate } from '#server/http/rates/call-rates.ts'
import { type RateLimits, rateOf } from '#server/http/rates/rate-limits.ts'
import { type Identity, clientKeyOf, isIdentified } from '#server/realtime/connection.ts'

const REJOIN_FREE = rateOf('rejoinFree')

/**
 * Counts a join against the rate limits. Rejoining a recently joined stream, as after a reload, is free. Throws 429.
 */
export async function consumeJoin(limits: RateLimits, identity: Identity, streamId: string): Promise<void> {
  const rate = { name: 'joins', ofAddress: 'joinsOfAddress' } as const
  // Clients without cookies cannot be told apart within an address: no free rejoins for them.
  if (!isIdentified(identity)) return consumeRate(limits, rate, identity)
  const rejoinKey = `${clientKeyOf(identity)} ${streamId}`
  if (await limits.has(REJOIN_FREE, rejoinKey)) return
  await consumeRate(limits, rate, identity)
  await limits.consume(REJOIN_FREE, rejoinKey)
}

/**
 * Counts the engine's cost of each join, repeated ones too: a peer and its handshake. Throws 429. The limit is far
 * above the retries of a page.
 */
export function consumeViewerOffer(limits: RateLimits, identity: Identity): Promise<void> {
  return consumeRate(limits, { name: 'viewerOffers', ofAddress: 'viewerOffersOfAddress' }, identity)
}

import type { Rate, RateLimits } from '#server/http/rate-limits.ts'
import { type Identity, actorOf, isKnown } from './connection.ts'

/** Counts one for who asks, where it can be told from others of its address, and one for the address. Throws 429. */
export async function consumeByIdentity(
  limits: RateLimits,
  identity: Identity,
  { ofActor, ofAddress }: { ofActor: Rate; ofAddress: Rate },
): Promise<void> {
  if (isKnown(identity)) await limits.consume(ofActor, actorOf(identity))
  await limits.consume(ofAddress, identity.address)
}

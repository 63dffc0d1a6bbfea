import type { Rate, RateLimits } from '#server/http/rate-limits.ts'
import { type Identity, actorOf, isKnown } from './connection.ts'

/** Consumes one point of the requester's limit, if it can be identified, and one of its address. Throws 429. */
export async function consumeByIdentity(
  limits: RateLimits,
  identity: Identity,
  { ofActor, ofAddress }: { ofActor: Rate; ofAddress: Rate },
): Promise<void> {
  if (isKnown(identity)) await limits.consume(ofActor, actorOf(identity))
  await limits.consume(ofAddress, identity.address)
}

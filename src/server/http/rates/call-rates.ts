import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import { type Identity, clientKeyOf, isIdentified } from '#server/realtime/connection.ts'
import { type RateLimits, addressKey, networkKey, rateOf } from './rate-limits.ts'

/**
 * Counts each request of the scope against the rate of its route before the body is read, so that a refused request is
 * cheap. Must be called after session and access hooks are registered.
 */
export function enforceCallRates(
  app: FastifyInstance,
  limits: RateLimits,
  identify: (request: FastifyRequest) => Identity,
): void {
  app.addHook('onRequest', async (request) => {
    const { rate } = request.routeOptions.config
    if (rate && request.method !== 'OPTIONS') await consumeRate(limits, rate, identify(request))
  })
}

/**
 * Returns who sent a request, for limits and queues: the user's id, or a visitor's address, as a browser can discard its
 * cookie.
 */
export const requesterOf = ({ user, ip }: FastifyRequest): string => user?.id ?? addressKey(ip)

/**
 * Counts one request of a user or visitor; also used for requests outside of the contract: socket messages and WHEP
 * offers. Throws 429.
 */
export async function consumeRate(limits: RateLimits, rate: CallRate, identity: Identity): Promise<void> {
  const { user, address } = identity
  if (typeof rate === 'string') return limits.consume(rateOf(rate), user?.id ?? address)
  const { name, ofAddress, ofNetwork } = rate
  // Otherwise each refused request with a new cookie would create a counter for its visitor, or for its address.
  if (ofNetwork) await limits.check(rateOf(ofNetwork), networkKey(address))
  await limits.check(rateOf(ofAddress), address)
  // A client without cookies can only be identified by its address.
  if (name && isIdentified(identity)) await limits.consume(rateOf(name), clientKeyOf(identity))
  await limits.consume(rateOf(ofAddress), address)
  if (ofNetwork) await limits.consume(rateOf(ofNetwork), networkKey(address))
}

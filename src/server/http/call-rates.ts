import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import { type Identity, actorOf, isIdentified } from '#server/realtime/connection.ts'
import { type RateLimits, rateOf } from './rate-limits.ts'

/**
 * Counts each call of the scope against the rate that its route names, before its body is read, so that a refused call
 * costs next to nothing. Registered after the session and the access are known.
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
 * Counts one call of whoever makes it, also for what arrives otherwise than as a call of the contract: a message of the
 * socket, an offer over WHEP. Throws 429.
 */
export async function consumeRate(limits: RateLimits, rate: CallRate, identity: Identity): Promise<void> {
  const { user, address } = identity
  if (typeof rate === 'string') return limits.consume(rateOf(rate), user?.id ?? address)
  // A client that keeps no cookies can't be told from others of its address.
  if (rate.name && isIdentified(identity)) await limits.consume(rateOf(rate.name), actorOf(identity))
  await limits.consume(rateOf(rate.ofAddress), address)
}

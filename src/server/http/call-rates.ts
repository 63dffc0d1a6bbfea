import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CallRate } from '#shared/settings/limit-settings.ts'
import type { Identity } from '#server/realtime/connection.ts'
import { consumeByIdentity } from '#server/realtime/consume-by-identity.ts'
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
    if (rate && request.method !== 'OPTIONS') await consume(limits, rate, identify(request))
  })
}

async function consume(limits: RateLimits, rate: CallRate, identity: Identity): Promise<void> {
  const { user, address } = identity
  if (typeof rate === 'string') return limits.consume(rateOf(rate), user?.id ?? address)
  const ofAddress = rateOf(rate.ofAddress)
  if (rate.name) return consumeByIdentity(limits, identity, { ofActor: rateOf(rate.name), ofAddress })
  return limits.consume(ofAddress, address)
}

import { consumeRate } from '#server/http/rates/call-rates.ts'
import type { RateLimits } from '#server/http/rates/rate-limits.ts'
import type { Identity } from './connection.ts'

/**
 * Counts a subscription. Throws 429. A user is counted by account alone: visitors behind the same address could
 * otherwise use up the subscriptions of its users.
 */
export function consumeSubscription(limits: RateLimits, identity: Identity): Promise<void> {
  const ofVisitor = { name: 'subscriptions', ofAddress: 'subscriptionsOfAddress' } as const
  return consumeRate(limits, identity.user ? 'subscriptions' : ofVisitor, identity)
}

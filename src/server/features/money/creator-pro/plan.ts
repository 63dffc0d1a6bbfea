import { CURRENCY } from '#shared/money/money.ts'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import type { Context } from '#server/feature.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentProvider, ProviderPlan } from '#server/payments/payment-provider.ts'

export type Plan = ProviderPlan & { id: string }

/** How long the provider's plan is cached. */
const PLAN_MS = 60_000

/**
 * Returns a function that finds the configured plan at the provider; null if there is none, or it has another currency. It
 * throws `PaymentError`.
 */
export function createPlanFinder({ settings }: Pick<Context, 'settings'>, provider: PaymentProvider) {
  let cached: { planId: string; find: () => Promise<ProviderPlan | null> } | undefined
  return async (): Promise<Plan | null> => {
    const priceCents = Math.round(settings.get('payments.creatorProPrice') * 100)
    const planId = provider.builtInPlan(priceCents) ?? settings.get('payments.creatorProPlan')
    if (planId === '') return null
    if (cached?.planId !== planId)
      cached = { planId, find: ttlCache(PLAN_MS, () => provider.getPlan(planId)) }
    const plan = await cached.find()
    return plan?.currency === CURRENCY ? { ...plan, id: planId } : null
  }
}

export type FindPlan = ReturnType<typeof createPlanFinder>

/** Returns the offered plan, or the reason why there is none. */
export async function findOffer(
  findPlan: FindPlan | null,
): Promise<
  { plan: Plan; reason: null } | { plan: null; reason: 'payments_off' | 'plan_missing' | 'unavailable' }
> {
  if (!findPlan) return { plan: null, reason: 'payments_off' }
  try {
    const plan = await findPlan()
    return plan ? { plan, reason: null } : { plan, reason: 'plan_missing' }
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'unavailable')
      return { plan: null, reason: 'unavailable' }
    throw error
  }
}

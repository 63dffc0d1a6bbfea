import type { CreatorPro, CreatorProPayment } from '#shared/money/creator-pro.ts'
import { CURRENCY, formatCents } from '#shared/money/money.ts'
import type { Context } from '#server/feature.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { type FindPlan, findOffer } from './plan.ts'
import type { UserPayment } from './payment-queries.ts'
import { findCurrentSubscription } from './queries.ts'
import type { SubscriptionRow } from './schema.ts'
import { toCreatorProStatus } from './subscription-state.ts'

/** Returns a user's subscription, or the offer for a user without one. */
export async function loadCreatorPro(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  findPlan: FindPlan | null,
  userId: string,
): Promise<CreatorPro> {
  const now = new Date()
  const row = await findCurrentSubscription(db, { userId, payments })
  const status = row ? toCreatorProStatus(row, now) : 'none'
  const { plan, reason } = await findOffer(findPlan)
  const shown = row && status !== 'none' ? row : plan
  return {
    status,
    price: shown && formatCents(shown.priceCents),
    currency: CURRENCY,
    interval: shown?.interval ?? 'month',
    intervalCount: shown?.intervalCount ?? 1,
    ...timesOf(row, status),
    isSandbox: row && status !== 'none' ? row.isSandbox : isSandboxSite(payments),
    isOffered: plan !== null,
    reason,
  }
}

function timesOf(
  row: SubscriptionRow | undefined,
  status: CreatorPro['status'],
): Pick<CreatorPro, 'renewsAt' | 'endsAt'> {
  const { nextBillingAt = null, premiumUntil = null } = row ?? {}
  return {
    renewsAt: status === 'active' ? toText(nextBillingAt) : null,
    endsAt: status === 'grace' || status === 'cancelled' ? toText(premiumUntil) : null,
  }
}

const toText = (time: Date | null) => time?.toISOString() ?? null

export function presentPayment({ payment, isSandbox }: UserPayment): CreatorProPayment {
  const { id, amountCents, currency, status, paidAt } = payment
  return {
    id,
    amount: formatCents(amountCents),
    currency,
    status,
    isSandbox,
    paidAt: paidAt.toISOString(),
  }
}

import type { AdminPayment } from '#shared/operations/admin-payments.ts'
import { formatCents } from '#shared/money/money.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { PaymentRow } from './queries.ts'

export function presentPayment(row: PaymentRow, admin: Caller): AdminPayment {
  const { order, tip, payer, creator, paidOutAt } = row
  const { id, provider, isSandbox, providerOrderId, captureId, amountCents, currency, createdAt } = order
  const reversals = order.reversals.reduce((sum, reversal) => sum + reversal.amountCents, 0)
  const reversedCents = Math.min(reversals, amountCents)
  return {
    id,
    provider,
    isSandbox,
    providerOrderId,
    captureId,
    tipId: tip?.id ?? null,
    status: tip?.status ?? (reversedCents >= amountCents ? 'reversed' : order.status),
    payer: payer && presentUserRef(payer, admin),
    creator: creator && presentUserRef(creator, admin),
    amount: formatCents(amountCents),
    refundedAmount: formatCents(tip?.refundedCents ?? reversedCents),
    currency,
    message: tip ? tip.message : order.message,
    isPaidToCreator: order.payeeEmail !== null,
    paidOutAt: paidOutAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

import { formatCents } from '#shared/money/money.ts'
import { displayName } from '#shared/accounts/users.ts'
import { HttpError, conflict } from '#server/http/errors.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentRow } from './queries.ts'

/** Converts the provider's refusal of a refund to the error that admins see; returns other errors unchanged. */
export function toRefundError(error: unknown, { order, creator }: PaymentRow, payment: string): unknown {
  if (!(error instanceof PaymentError)) return error
  const { kind, issue } = error
  if (kind !== 'refused' && kind !== 'invalid' && kind !== 'not_found') return error
  if (issue === 'CAPTURE_FULLY_REFUNDED') return conflict('already_refunded', 'errors.alreadyRefunded')
  if (issue === 'REFUND_AMOUNT_EXCEEDED') return conflict('conflict', 'errors.refundChanged')
  if (kind !== 'refused' || order.payeeEmail === null) return refundRefused(payment, issue ?? kind)
  if (!creator)
    return new HttpError(422, 'refund_refused', 'errors.refundByDeletedCreator', { values: { payment } })
  const values = { name: displayName(creator), payment, amount: formatCents(order.amountCents) }
  return new HttpError(422, 'refund_refused', 'errors.refundByCreator', { values })
}

/** `issue`: the provider's code for the reason. */
export const refundRefused = (payment: string, issue: string) =>
  new HttpError(422, 'refund_refused', 'errors.refundRefused', { values: { issue, payment } })

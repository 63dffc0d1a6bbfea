import * as z from 'zod/mini'
import { PaymentError, type PaymentErrorKind } from '#server/payments/payment-error.ts'

/** The body of a failed request; the token endpoint has `error` in place of `name`. */
const errorBody = z.object({
  name: z.optional(z.string()),
  error: z.optional(z.string()),
  debug_id: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))),
})

/** Problems (`details[].issue`) that are not simply a wrong request. */
const KIND_BY_ISSUE: Readonly<Record<string, PaymentErrorKind>> = {
  ORDER_NOT_APPROVED: 'not_approved',
  PAYER_ACTION_REQUIRED: 'not_approved',
  INSTRUMENT_DECLINED: 'declined',
  TRANSACTION_REFUSED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  PAYER_ACCOUNT_RESTRICTED: 'declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'declined',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'declined',
  TRANSACTION_LIMIT_EXCEEDED: 'declined',
  PERMISSION_DENIED: 'refused',
  PAYEE_ACCOUNT_INVALID: 'refused',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'refused',
  PAYEE_ACCOUNT_RESTRICTED: 'refused',
  PAYEE_BLOCKED_TRANSACTION: 'refused',
  PAYEE_NOT_CONSENTED: 'refused',
  CAPTURE_FULLY_REFUNDED: 'refused',
  REFUND_AMOUNT_EXCEEDED: 'refused',
  REFUND_NOT_ALLOWED: 'refused',
  REFUND_IS_RESTRICTED: 'refused',
  REFUND_TIME_LIMIT_EXCEEDED: 'refused',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'refused',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'refused',
  PARTIAL_REFUND_NOT_ALLOWED: 'refused',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'refused',
  PENDING_CAPTURE: 'refused',
  TRANSACTION_DISPUTED: 'refused',
}

/** Returns the error for a response with this status. */
export function toPaymentError(request: string, status: number, body: unknown): PaymentError {
  const { name, error, debug_id: debugId, details = [] } = errorBody.safeParse(body).data ?? {}
  const issue = details.find((detail) => detail.issue !== undefined)?.issue ?? name ?? error ?? null
  const message = [`PayPal answered ${request} with ${status}`, issue, debugId && `debug id ${debugId}`]
  return new PaymentError(kindOf(status, issue), message.filter(Boolean).join(', '), { issue })
}

function kindOf(status: number, issue: string | null): PaymentErrorKind {
  if (status === 408 || status === 429 || status >= 500) return 'unavailable'
  // The operator's credentials are wrong: no call succeeds until they are corrected.
  if (status === 401) return 'unavailable'
  const known = issue === null ? undefined : KIND_BY_ISSUE[issue]
  if (known) return known
  if (status === 404) return 'not_found'
  return status === 403 ? 'refused' : 'invalid'
}

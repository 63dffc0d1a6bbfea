import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, line, maxLength, page } from '#shared/fields.ts'
import { amountInput } from '#shared/money/money.ts'
import { PAYMENT_STATUSES } from '#shared/money/payments.ts'
import { userRef } from '#shared/accounts/users.ts'

/** Characters of the reason of a refund. */
export const MAX_REASON = 200
export const MAX_PAYMENT_SEARCH = 100

/** `owed`: tips whose money reached the platform and is its creator's; `unclaimed`: paid, but without a creator so far. */
export const PAYMENT_VIEWS = ['all', 'owed', 'unclaimed'] as const
export type PaymentView = (typeof PAYMENT_VIEWS)[number]

/** The status of the tip, or of the order while it has none: `created` until it is paid, `expired` when nobody paid it in time. */
const status = z.enum([...PAYMENT_STATUSES, 'created', 'expired'])

/** An order of a tip as admins see it. Amounts are decimal text. Users are null once their account is deleted. */
const payment = z.object({
  id,
  provider: z.string(),
  /** No money moved. */
  isSandbox: z.boolean(),
  /** The provider's ids of the order and of its payment. */
  providerOrderId: z.nullable(z.string()),
  captureId: z.nullable(z.string()),
  /** Null until the payment is recorded as a tip. */
  tipId: z.nullable(id),
  status,
  payer: z.nullable(userRef),
  creator: z.nullable(userRef),
  amount: z.string(),
  refundedAmount: z.string(),
  currency: z.string(),
  message: z.nullable(z.string()),
  /** Whether the provider paid the creator's own account; otherwise the money reached the platform. */
  isPaidToCreator: z.boolean(),
  /** When an admin marked what is owed to the creator as paid. */
  paidOutAt: z.nullable(instant),
  createdAt: instant,
})
export type AdminPayment = z.output<typeof payment>

/** The newest first. `q`: only the one with this id: ours of the order or tip, or the provider's of the order or payment. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'admin',
  query: z.extend(page, {
    view: z._default(z.enum(PAYMENT_VIEWS), 'all'),
    q: z.optional(z.string().check(z.trim(), maxLength(MAX_PAYMENT_SEARCH))),
  }),
  response: z.array(payment),
})

/** The amounts that the platform owes to each creator, by the ledger; negative when a tip was refunded after it was paid out. */
const owed = z.object({
  creatorId: id,
  /** Null once the account is deleted. */
  creator: z.nullable(userRef),
  amount: z.string(),
  currency: z.string(),
})

export const listOwed = endpoint({
  method: 'GET',
  path: '/api/admin/payments/owed',
  access: 'admin',
  query: page,
  response: z.array(owed),
})

/** The last differences between the ledger and the earnings that the nightly check found, the newest first. */
const ledgerState = z.object({
  differences: z.array(z.object({ id, createdAt: instant, creatorsCount: z.int() })),
  /** No money moves with the provider of this site. */
  isSandbox: z.boolean(),
})

export const getLedgerState = endpoint({
  method: 'GET',
  path: '/api/admin/payments/ledger',
  access: 'admin',
  response: ledgerState,
})

const ofTip = z.object({ id })

/**
 * Refunds a tip through the provider: all that is left of it, or `amount`. 409 `already_refunded`, and `conflict` if it was
 * refunded by another amount than `refundedAmount`, the one that the caller saw; 400 for more than is left; 422
 * `refund_refused` with what to do instead, as when the creator was paid directly; 503 `payments_off`, `unavailable`. The tip
 * of the response has its refund, unless the provider still works on it.
 */
export const refundTip = endpoint({
  method: 'POST',
  path: '/api/admin/tips/:id/refund',
  access: 'admin',
  params: ofTip,
  body: z._default(
    z.object({
      amount: z.optional(amountInput),
      refundedAmount: z.optional(amountInput),
      /** For the log. */
      reason: z.optional(line(MAX_REASON)),
    }),
    {},
  ),
  response: payment,
})

/** Marks what is owed to the creator of a tip as paid by hand, once; repeating it changes nothing. 422 if nothing is owed. */
export const payOutTip = endpoint({
  method: 'POST',
  path: '/api/admin/tips/:id/paid-out',
  access: 'admin',
  params: ofTip,
  response: payment,
})

import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, line, page } from '#shared/fields.ts'
import { CURRENCY, amountInput } from './money.ts'
import { userRef } from '#shared/accounts/users.ts'

const upperCase = z.string().check(z.maxLength(20), z.toUpperCase())

/** Names of the payment providers. */
const PAYMENT_PROVIDERS = ['paypal', 'sandbox'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

/**
 * Statuses of a payment: `pending` while the provider holds it back, `completed` once it is paid, `refunded` in full, `reversed`
 * by the payer's bank, `failed` when the provider declined it.
 */
export const PAYMENT_STATUSES = ['pending', 'completed', 'refunded', 'reversed', 'failed'] as const
export const paymentStatus = z.enum(PAYMENT_STATUSES)
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Id of an order or subscription at the payment provider. */
export const providerId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

/**
 * How a page shows the checkout: in a `frame`, or in a separate `window`. The latter when the provider opens a popup
 * from its checkout, which could not reach a checkout within a frame.
 */
export const checkoutMode = z.enum(['frame', 'window'])
export type CheckoutMode = z.output<typeof checkoutMode>

/** The message of a tip; empty is none. */
export const tipMessage = line('tipMessage')

/**
 * The state of an order: `CREATED` until the payer approves it, `APPROVED` until it is captured, `PENDING` while the
 * provider holds the captured payment back, `COMPLETED` once it is paid, `FAILED` when the provider declined it.
 */
const orderStatus = z.enum(['CREATED', 'APPROVED', 'PENDING', 'COMPLETED', 'FAILED'])

const order = z.object({
  /** The provider's id. */
  id: z.string(),
  status: orderStatus,
  /** Decimal text. */
  amount: z.string(),
  currency: z.string(),
  /** No money moves. */
  isSandbox: z.boolean(),
})
export type PaymentOrder = z.output<typeof order>

/**
 * Creates an order of the current user. With `streamerId` it is bound to this creator, who is its payee; without it,
 * the platform gets the money, and the first `POST /api/tips` binds the order. `streamId` and `message` are kept for
 * the case that the page closes before it records the tip. 400 for an amount outside of the limits, 404 for an unknown
 * creator, 422 `own_tip`, `cannot_receive`; 403 `blocked`; 503 `payments_off`, `unavailable`. For the message 403
 * `timed_out`, 422 `watched_word`, `new_account`.
 */
export const createOrder = endpoint({
  method: 'POST',
  path: '/api/paypal/order',
  access: 'member',
  rate: 'paymentOrders',
  body: z.object({
    amount: amountInput,
    currency: z._default(z.pipe(upperCase, z.literal(CURRENCY)), CURRENCY),
    intent: z._default(z.pipe(upperCase, z.literal('CAPTURE')), 'CAPTURE'),
    streamerId: z.optional(z.nullable(id)),
    streamId: z.optional(z.nullable(id)),
    message: z.optional(z.nullable(tipMessage)),
  }),
  /** `approveUrl`: the page where its payer approves it. */
  response: z.extend(order, { approveUrl: z.string(), checkout: checkoutMode }),
  status: 201,
})

/**
 * Captures an approved order of the current user: the payment is made, but no tip is recorded yet. Repeating it returns
 * the same. 404 for another member's order, 422 `payment_not_approved`, `payment_declined`, `cannot_receive` (the
 * creator was deleted or has changed the payout account, or one of the two has blocked the other).
 */
export const captureOrder = endpoint({
  method: 'POST',
  path: '/api/paypal/order/:orderId/capture',
  access: 'member',
  rate: 'paymentCalls',
  params: z.object({ orderId: providerId }),
  response: order,
})

/** What a page needs to start a checkout. */
export const getPaymentSetup = endpoint({
  method: 'GET',
  path: '/api/paypal/setup',
  access: 'member',
  rate: 'paymentCalls',
  response: z.object({
    /** For the provider's browser SDK. */
    clientToken: z.string(),
    provider: z.enum(PAYMENT_PROVIDERS),
    isSandbox: z.boolean(),
    currency: z.string(),
  }),
})

/** Amounts are decimal text. */
const payment = z.object({
  id,
  kind: z.enum(['tip', 'subscription']),
  amount: z.string(),
  refundedAmount: z.string(),
  currency: z.string(),
  status: paymentStatus,
  /** No money moved. */
  isSandbox: z.boolean(),
  /** Who was tipped; null for a subscription, for an order without a creator yet, and once the account is deleted. */
  creator: z.nullable(userRef),
  createdAt: instant,
  /** The provider's id of the order. */
  orderId: z.nullable(z.string()),
})
export type Payment = z.output<typeof payment>

/** Every payment that the current user made, newest first, without unpaid orders. */
export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  access: 'member',
  query: page,
  response: z.array(payment),
})

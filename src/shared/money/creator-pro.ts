import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page } from '#shared/fields.ts'
import { checkoutMode, paymentStatus } from './payments.ts'

/**
 * `pending` until the subscriber approves, `active` while it renews, `grace` while a renewal is unpaid and the benefits stay,
 * `suspended` once they have ended for that reason, until it is paid; `cancelled` until the end of the paid period, then `none`.
 */
const status = z.enum(['none', 'pending', 'active', 'grace', 'suspended', 'cancelled'])
export type CreatorProStatus = z.output<typeof status>

/** The current user's subscription, or what is offered to a user without one. `isPremium` of the user says who has the benefits. */
const creatorPro = z.object({
  status,
  /** Of each payment, decimal text; null when nothing is offered. */
  price: z.nullable(z.string()),
  currency: z.string(),
  /** A payment is for `intervalCount` intervals. */
  interval: z.enum(['day', 'week', 'month', 'year']),
  intervalCount: z.int(),
  /** When the next payment is due. */
  renewsAt: z.nullable(instant),
  /** When the benefits end: that of the paid period of a cancelled one, that of the grace of an unpaid one. */
  endsAt: z.nullable(instant),
  /** No money moves. */
  isSandbox: z.boolean(),
  /** Whether there is a plan to subscribe to; if not, `reason` says why. */
  isOffered: z.boolean(),
  reason: z.nullable(z.enum(['payments_off', 'plan_missing', 'unavailable'])),
})
export type CreatorPro = z.output<typeof creatorPro>

export const getCreatorPro = endpoint({
  method: 'GET',
  path: '/api/creator-pro',
  access: 'member',
  response: creatorPro,
})

/**
 * Creates a subscription, which the user then approves at `approveUrl`. Returns the same one while it is pending. 409
 * `already_subscribed` until a subscription and its paid period have ended; 422 `plan_missing`; 503 `payments_off`,
 * `unavailable`.
 */
export const subscribeToCreatorPro = endpoint({
  method: 'POST',
  path: '/api/creator-pro',
  access: 'member',
  rate: 'paymentOrders',
  response: z.object({
    /** The provider's id. */
    subscriptionId: z.string(),
    approveUrl: z.string(),
    checkout: checkoutMode,
  }),
  status: 201,
})

/**
 * Ends the renewals; the benefits stay until the end of the paid period. Gives up a pending subscription. Repeating it, also
 * without a subscription, changes nothing. 503 if the provider cannot be reached: the subscription then goes on.
 */
export const cancelCreatorPro = endpoint({
  method: 'DELETE',
  path: '/api/creator-pro',
  access: 'member',
  rate: 'paymentCalls',
  response: creatorPro,
})

/** Reads the subscription from the provider, after the user has approved or paid there. */
export const refreshCreatorPro = endpoint({
  method: 'POST',
  path: '/api/creator-pro/refresh',
  access: 'member',
  rate: 'paymentCalls',
  response: creatorPro,
})

const subscriptionPayment = z.object({
  id,
  /** Decimal text. */
  amount: z.string(),
  currency: z.string(),
  status: paymentStatus,
  isSandbox: z.boolean(),
  paidAt: instant,
})
export type CreatorProPayment = z.output<typeof subscriptionPayment>

/** The payments of the current user's subscriptions, newest first. */
export const listCreatorProPayments = endpoint({
  method: 'GET',
  path: '/api/creator-pro/payments',
  access: 'member',
  query: page,
  response: z.array(subscriptionPayment),
})

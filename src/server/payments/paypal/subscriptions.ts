import * as z from 'zod/mini'
import { PaymentError } from '#server/payments/payment-error.ts'
import type {
  NewSubscription,
  PaymentProvider,
  ProviderPlan,
  ProviderSubscription,
  SubscriptionPayment,
} from '#server/payments/payment-provider.ts'
import type { PayPalClient } from './paypal-client.ts'
import { asId, dateTime, findApproveUrl, idPath, links, money, orNull, toCents } from './responses.ts'

// PayPal's Subscriptions API (v1).

const billingCycle = z.object({
  tenure_type: z.enum(['REGULAR', 'TRIAL']),
  frequency: z.object({
    interval_unit: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
    interval_count: z._default(z.int(), 1),
  }),
  pricing_scheme: z.optional(z.object({ fixed_price: z.optional(money) })),
})

const plan = z.object({ status: z.string(), billing_cycles: z.array(billingCycle) })

const subscription = z.object({
  id: z.string(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
  plan_id: z.string(),
  custom_id: z.optional(z.string()),
  subscriber: z.optional(z.object({ payer_id: z.optional(z.string()) })),
  billing_info: z.optional(
    z.object({
      next_billing_time: z.optional(dateTime),
      failed_payments_count: z._default(z.int(), 0),
      last_payment: z.optional(z.object({ time: dateTime })),
    }),
  ),
  links: z.optional(links),
})

const transactions = z.object({
  transactions: z.optional(
    z.array(
      z.object({
        id: z.string(),
        status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']),
        amount_with_breakdown: z.object({ gross_amount: money }),
        time: dateTime,
      }),
    ),
  ),
})

type Subscriptions = Pick<
  PaymentProvider,
  | 'getPlan'
  | 'builtInPlan'
  | 'createSubscription'
  | 'getSubscription'
  | 'cancelSubscription'
  | 'listSubscriptionPayments'
>

export function createSubscriptions(client: PayPalClient): Subscriptions {
  const getSubscription = async (id: string) => {
    const found = await orNull(() =>
      client.request({
        method: 'GET',
        path: idPath`/v1/billing/subscriptions/${id}`,
        response: subscription,
      }),
    )
    return found && toSubscription(found)
  }

  return {
    async getPlan(planId) {
      const found = await orNull(() =>
        client.request({ method: 'GET', path: idPath`/v1/billing/plans/${planId}`, response: plan }),
      )
      return found && toPlan(found)
    },
    builtInPlan: () => null,
    async createSubscription(created) {
      const response = await client.request({
        method: 'POST',
        path: '/v1/billing/subscriptions',
        body: subscriptionRequest(created),
        requestId: created.reference,
        response: subscription,
      })
      const approveUrl = findApproveUrl(response.links)
      if (approveUrl === null)
        throw new PaymentError('invalid', `subscription ${response.id} cannot be approved`)
      return { ...toSubscription(response), approveUrl }
    },
    getSubscription,
    async cancelSubscription(id) {
      const path = idPath`/v1/billing/subscriptions/${id}/cancel`
      const body = { reason: 'Cancelled by the subscriber' }
      try {
        await client.request({ method: 'POST', path, body, response: z.unknown() })
      } catch (error) {
        if (!(error instanceof PaymentError) || error.kind !== 'invalid') throw error
        const found = await getSubscription(id)
        // PayPal refuses to cancel what has ended, and what was never approved, which costs nothing.
        if (found?.status !== 'cancelled' && found?.status !== 'expired' && found?.status !== 'pending')
          throw error
      }
    },
    async listSubscriptionPayments(id, { from, to }) {
      const range = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() })
      const path = `${idPath`/v1/billing/subscriptions/${id}/transactions`}?${range.toString()}` as const
      const response = await client.request({ method: 'GET', path, response: transactions })
      return (response.transactions ?? [])
        .map(toPayment)
        .toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime())
    },
  }
}

const subscriptionRequest = ({ planId, reference, returnUrl, cancelUrl }: NewSubscription) => ({
  plan_id: asId(planId),
  custom_id: reference,
  application_context: {
    return_url: returnUrl,
    cancel_url: cancelUrl,
    user_action: 'SUBSCRIBE_NOW',
    shipping_preference: 'NO_SHIPPING',
  },
})

function toPlan({ status, billing_cycles: cycles }: z.output<typeof plan>): ProviderPlan | null {
  const regular = cycles.find((cycle) => cycle.tenure_type === 'REGULAR')
  const price = regular?.pricing_scheme?.fixed_price
  if (status !== 'ACTIVE' || !regular || !price) return null
  return {
    priceCents: toCents(price),
    currency: price.currency_code,
    interval: INTERVAL[regular.frequency.interval_unit],
    intervalCount: regular.frequency.interval_count,
  }
}

function toSubscription(response: z.output<typeof subscription>): ProviderSubscription {
  const { billing_info: billing } = response
  const status = SUBSCRIPTION_STATUS[response.status]
  return {
    id: response.id,
    status,
    reference: response.custom_id ?? null,
    planId: response.plan_id,
    subscriberId: response.subscriber?.payer_id ?? null,
    nextBillingAt: billing?.next_billing_time ?? null,
    lastPaymentAt: billing?.last_payment?.time ?? null,
    failedPayments: billing?.failed_payments_count ?? 0,
    approveUrl: status === 'pending' ? findApproveUrl(response.links) : null,
  }
}

function toPayment(
  transaction: NonNullable<z.output<typeof transactions>['transactions']>[number],
): SubscriptionPayment {
  const { gross_amount: amount } = transaction.amount_with_breakdown
  return {
    id: transaction.id,
    status: PAYMENT_STATUS[transaction.status],
    amountCents: toCents(amount),
    currency: amount.currency_code,
    paidAt: transaction.time,
  }
}

const INTERVAL = {
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
  YEAR: 'year',
} as const satisfies Record<string, ProviderPlan['interval']>

const SUBSCRIPTION_STATUS = {
  APPROVAL_PENDING: 'pending',
  // Approved, but not started.
  APPROVED: 'pending',
  ACTIVE: 'active',
  SUSPENDED: 'suspended',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
} as const satisfies Record<string, ProviderSubscription['status']>

const PAYMENT_STATUS = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  PENDING: 'pending',
  DECLINED: 'failed',
} as const satisfies Record<string, SubscriptionPayment['status']>

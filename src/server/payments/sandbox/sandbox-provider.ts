import { randomInt } from 'node:crypto'
import type { Db } from '#server/db/executor.ts'
import { addMonths } from '#server/payments/billing-period.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type {
  PaymentProvider,
  ProviderCapture,
  ProviderOrder,
  ProviderSubscription,
  SubscriptionPayment,
} from '#server/payments/payment-provider.ts'
import { canReceive } from '#server/payments/receiving-countries.ts'
import * as queries from './queries.ts'
import { paymentTimes } from './schedule.ts'

type Options = {
  db: Db
  /** Origin of the site, whose checkout page is the one to approve on. */
  publicUrl: URL
  now?: () => Date
}

/**
 * The built-in provider, without money: its accounts are the site's users. It has the rules of the real one, so that a site
 * behaves the same with it: an order completes only after its payer has approved it, only some countries receive, and what
 * was paid to a creator can be refunded only by the creator.
 */
export function createSandbox({ db, publicUrl, now = () => new Date() }: Options): PaymentProvider {
  const approveUrl = (id: string) => new URL(`/checkout/${id}`, publicUrl).href
  const toOrder = (row: queries.OrderRow) => presentOrder(row, approveUrl(row.id))
  const toSubscription = (row: queries.SubscriptionRow) => presentSubscription(row, approveUrl(row.id), now())
  return {
    name: 'sandbox',
    movesMoney: false,
    approval: {
      kind: 'form',
      approve: async (id, payerId) =>
        (await queries.approveOrder(db, id, payerId)) ||
        queries.startSubscription(db, id, { subscriberId: payerId, startedAt: now() }),
    },
    setup: async () => ({ clientToken: 'sandbox', clientId: null }),

    async createOrder(order) {
      const row = await queries.insertOrder(db, newId(), order)
      return { ...toOrder(row), approveUrl: approveUrl(row.id) }
    },
    async getOrder(id) {
      const row = await queries.findOrder(db, id)
      return row ? toOrder(row) : null
    },
    async captureOrder(id) {
      await queries.captureOrder(db, id, newId())
      const row = await queries.findOrder(db, id)
      if (!row) throw new PaymentError('not_found', `the sandbox has no order ${id}`)
      if (!row.captureId) throw new PaymentError('not_approved', `order ${id} is not approved`)
      return toOrder(row)
    },
    async refundCapture(captureId, { reference, amountCents }) {
      const refund = { id: newId(), captureId, reference }
      const id = await queries.insertRefund(db, refund, (order) => refundableCents(order, amountCents))
      if (!id) throw new PaymentError('not_found', `the sandbox has no capture ${captureId}`)
      return { id, status: 'completed' }
    },

    getPlan: async (planId) => {
      const priceCents = priceOf(planId)
      return priceCents ? { priceCents, currency: 'USD', interval: 'month', intervalCount: 1 } : null
    },
    builtInPlan: (priceCents) => `monthly-${priceCents}`,
    async createSubscription(subscription) {
      if (!priceOf(subscription.planId))
        throw new PaymentError('not_found', `the sandbox has no plan ${subscription.planId}`)
      const row = await queries.insertSubscription(db, newId(), subscription)
      return { ...toSubscription(row), approveUrl: approveUrl(row.id) }
    },
    async getSubscription(id) {
      const row = await queries.findSubscription(db, id)
      return row ? toSubscription(row) : null
    },
    async cancelSubscription(id) {
      await queries.endSubscription(db, id, now())
      if (!(await queries.findSubscription(db, id))) throw noSubscription(id)
    },
    async listSubscriptionPayments(id, { from, to }) {
      const row = await queries.findSubscription(db, id)
      if (!row) throw noSubscription(id)
      return paymentsOf(row, now()).filter(({ paidAt }) => paidAt >= from && paidAt <= to)
    },

    async readEvent() {
      throw new PaymentError('forged', 'the sandbox sends no events')
    },
    canReceive,
  }
}

const noSubscription = (id: string) => new PaymentError('not_found', `the sandbox has no subscription ${id}`)

/** An id as PayPal's: 17 capital letters and digits, which nobody can guess. */
function newId(): string {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  return Array.from({ length: 17 }, () => characters[randomInt(characters.length)]).join('')
}

/** The price in a plan's id: the sandbox has a plan for each price. */
function priceOf(planId: string): number | null {
  const [, cents] = /^monthly-([1-9]\d{0,6})$/.exec(planId) ?? []
  return cents === undefined ? null : Number(cents)
}

const sumOf = (refunds: readonly { amountCents: number }[]) =>
  refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)

/** Returns the amount of a new refund. Throws `refused` if it is not allowed. */
function refundableCents(order: queries.OrderRow, wanted: number | undefined): number {
  if (order.payeeEmail !== null)
    throw new PaymentError('refused', 'the payee has not allowed refunds by the platform', {
      issue: 'PERMISSION_DENIED',
    })
  const left = order.amountCents - sumOf(order.refunds)
  if (left === 0)
    throw new PaymentError('refused', 'the capture is refunded', { issue: 'CAPTURE_FULLY_REFUNDED' })
  if ((wanted ?? left) > left)
    throw new PaymentError('refused', 'more than is left', { issue: 'REFUND_AMOUNT_EXCEEDED' })
  return wanted ?? left
}

function presentOrder(row: queries.OrderRow, approveUrl: string): ProviderOrder {
  const { id, status, reference, amountCents, currency, payeeEmail, payerId } = row
  return {
    id,
    status,
    reference,
    amountCents,
    currency,
    payeeEmail,
    payerId,
    capture: captureOf(row),
    approveUrl: status === 'created' ? approveUrl : null,
  }
}

function captureOf({ captureId, amountCents, currency, refunds }: queries.OrderRow): ProviderCapture | null {
  if (captureId === null) return null
  return {
    id: captureId,
    status: 'completed',
    amountCents,
    currency,
    refundedCents: sumOf(refunds),
    refunds: refunds.map((refund) => ({ id: refund.id, amountCents: refund.amountCents })),
    failedRefunds: 0,
  }
}

function presentSubscription(
  row: queries.SubscriptionRow,
  approveUrl: string,
  now: Date,
): ProviderSubscription {
  const { id, status, reference, planId, subscriberId, startedAt } = row
  const payments = paymentsOf(row, now)
  return {
    id,
    status,
    reference,
    planId,
    subscriberId,
    nextBillingAt: startedAt && status === 'active' ? addMonths(startedAt, payments.length) : null,
    lastPaymentAt: payments.at(-1)?.paidAt ?? null,
    failedPayments: 0,
    approveUrl: status === 'pending' ? approveUrl : null,
  }
}

/** The payments follow from the schedule: they are not stored. */
function paymentsOf(
  { id, planId, startedAt, endedAt }: queries.SubscriptionRow,
  now: Date,
): SubscriptionPayment[] {
  if (!startedAt) return []
  const amountCents = priceOf(planId) ?? 0
  return paymentTimes(startedAt, endedAt && endedAt < now ? endedAt : now).map((paidAt, index) => ({
    id: `${id}-${index + 1}`,
    status: 'completed',
    amountCents,
    currency: 'USD',
    paidAt,
  }))
}

import * as z from 'zod/mini'
import { formatCents, parseCents } from '#shared/money/money.ts'
import { badRequest, noResource, notAuthorized, unprocessable } from './api-error.ts'
import { PLATFORM_EMAIL, simulatedId } from './ids.ts'
import type { Publish } from './webhooks.ts'

const amount = z.object({ currency_code: z.string(), value: z.string().check(z.regex(/^\d{1,7}\.\d{2}$/)) })
const orderRequest = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        amount,
        custom_id: z.optional(z.string().check(z.maxLength(127))),
        description: z.optional(z.string().check(z.maxLength(127))),
        payee: z.optional(z.object({ email_address: z.email() })),
      }),
    )
    .check(z.length(1)),
})
const refundRequest = z.object({ amount: z.optional(amount), custom_id: z.optional(z.string()) })

/** How the next capture ends; `INSTRUMENT_DECLINED` leaves the order approved. */
export type CaptureOutcome = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'INSTRUMENT_DECLINED'

type Refund = { id: string; status: 'COMPLETED' | 'PENDING' | 'FAILED'; cents: number }
type Capture = { id: string; status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED'; refunds: Refund[] }
type Order = {
  id: string
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  reference: string | undefined
  cents: number
  currency: string
  payee: string
  payerId: string | null
  capture: Capture | null
}

/** Orders, captures and refunds, with what the payer, the payee and the banks do to them. */
export class SimulatedOrders {
  readonly #orders = new Map<string, Order>()
  readonly #outcomes: CaptureOutcome[] = []
  #failsRefund = false
  readonly #consenting = new Set<string>()
  readonly #publish: Publish
  readonly #url: () => string

  constructor(publish: Publish, url: () => string) {
    this.#publish = publish
    this.#url = url
  }

  // What the API's callers do.

  create(body: unknown): object {
    const request = orderRequest.safeParse(body)
    const unit = request.data?.purchase_units[0]
    if (!unit) throw badRequest('INVALID_PARAMETER_VALUE')
    const cents = centsOf(unit.amount.value)
    if (cents === 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE')
    const order: Order = {
      id: simulatedId(),
      status: 'CREATED',
      reference: unit.custom_id,
      cents,
      currency: unit.amount.currency_code,
      payee: unit.payee?.email_address ?? PLATFORM_EMAIL,
      payerId: null,
      capture: null,
    }
    this.#orders.set(order.id, order)
    return this.#present(order)
  }

  get(id: string): object {
    return this.#present(this.#find(id))
  }

  capture(id: string): object {
    const order = this.#find(id)
    if (order.capture) throw unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED')
    const outcome = this.#outcomes.shift() ?? 'COMPLETED'
    if (outcome === 'INSTRUMENT_DECLINED') throw unprocessable(outcome)
    order.capture = { id: simulatedId(), status: outcome, refunds: [] }
    order.status = 'COMPLETED'
    const event = outcome === 'DECLINED' ? 'DENIED' : outcome
    this.#publishCapture(order, event)
    return this.#present(order)
  }

  /** `actingFor`: the payee of the request's assertion. */
  refund(captureId: string, body: unknown, actingFor: string | undefined): object {
    const order = this.#findByCapture(captureId)
    const request = refundRequest.safeParse(body ?? {})
    if (!request.success) throw badRequest('INVALID_PARAMETER_VALUE')
    const isOwn = order.payee === PLATFORM_EMAIL
    if (!isOwn && (actingFor !== order.payee || !this.#consenting.has(order.payee)))
      throw notAuthorized('PERMISSION_DENIED')
    const wanted = request.data.amount
    if (wanted && wanted.currency_code !== order.currency)
      throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
    return presentRefund(order, this.#refund(order, wanted && centsOf(wanted.value)))
  }

  // What others do.

  /** The payer approves. */
  approve(id: string, payerId = 'PAYER1234567'): void {
    const order = this.#find(id)
    if (order.status !== 'CREATED') throw new Error(`order ${id} is ${order.status}`)
    Object.assign(order, { status: 'APPROVED', payerId })
    this.#publish('CHECKOUT.ORDER.APPROVED', 'checkout-order', this.#present(order))
  }

  /** The order expires without an approval. */
  void(id: string): void {
    this.#find(id).status = 'VOIDED'
  }

  /** The next captures end like this; those after them succeed. */
  nextCaptures(...outcomes: CaptureOutcome[]): void {
    this.#outcomes.push(...outcomes)
  }

  /** The next refund fails, as when the payee's account has too little. */
  failNextRefund(): void {
    this.#failsRefund = true
  }

  /** All further captures succeed. */
  clearOutcomes(): void {
    this.#outcomes.length = 0
  }

  /** A pending capture ends. */
  resolvePending(id: string, status: 'COMPLETED' | 'DECLINED'): void {
    const order = this.#find(id)
    if (order.capture?.status !== 'PENDING') throw new Error(`order ${id} has no pending capture`)
    order.capture.status = status
    this.#publishCapture(order, status === 'COMPLETED' ? 'COMPLETED' : 'DENIED')
  }

  /** The payee refunds in its own account, by default all that is left. */
  refundByPayee(id: string, cents?: number): void {
    this.#refund(this.#find(id), cents)
  }

  /** The payer's bank takes the payment back, by default all of it: a chargeback, which the order does not show. */
  reverse(id: string, cents?: number): void {
    const order = this.#find(id)
    if (!order.capture) throw new Error(`order ${id} has no capture`)
    const reversal: Refund = { id: simulatedId(), status: 'COMPLETED', cents: cents ?? order.cents }
    this.#publish(
      'PAYMENT.CAPTURE.REVERSED',
      'refund',
      this.#presentRefundEvent(order.capture, order, reversal),
    )
  }

  /** A payee allows the platform to refund its payments. */
  allowRefundsFor(payee: string): void {
    this.#consenting.add(payee)
  }

  /** How many captures there are: each took the payer's money. */
  get captureCount(): number {
    return [...this.#orders.values()].filter(({ capture }) => capture !== null).length
  }

  /** The ids of the orders with a capture. */
  get capturedIds(): string[] {
    return [...this.#orders.values()].filter(({ capture }) => capture !== null).map(({ id }) => id)
  }

  #find(id: string): Order {
    const order = this.#orders.get(id)
    if (!order) throw noResource()
    return order
  }

  #findByCapture(captureId: string): Order {
    const order = [...this.#orders.values()].find(({ capture }) => capture?.id === captureId)
    if (!order) throw noResource()
    return order
  }

  #refund(order: Order, wanted?: number): Refund {
    const { capture } = order
    if (capture?.status !== 'COMPLETED') throw unprocessable('PENDING_CAPTURE')
    const left = order.cents - refundedCents(capture)
    if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
    if ((wanted ?? left) > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
    const status = this.#failsRefund ? 'FAILED' : 'COMPLETED'
    this.#failsRefund = false
    const refund: Refund = { id: simulatedId(), status, cents: wanted ?? left }
    capture.refunds.push(refund)
    if (status === 'FAILED') return refund
    this.#publish('PAYMENT.CAPTURE.REFUNDED', 'refund', this.#presentRefundEvent(capture, order, refund))
    return refund
  }

  /** Names neither the order nor its custom id: only a link leads to the capture. */
  #presentRefundEvent(capture: Capture, order: Order, refund: Refund): object {
    const link = (rel: string, path: string) => ({
      rel,
      href: `${this.#url()}/v2/payments/${path}`,
      method: 'GET',
    })
    return {
      ...presentRefund(order, refund),
      links: [link('self', `refunds/${refund.id}`), link('up', `captures/${capture.id}`)],
    }
  }

  #publishCapture(order: Order, event: 'COMPLETED' | 'PENDING' | 'DENIED'): void {
    if (!order.capture) throw new Error(`order ${order.id} has no capture`)
    this.#publish(`PAYMENT.CAPTURE.${event}`, 'capture', presentCapture(order, order.capture))
  }

  #present(order: Order): object {
    const { id, status, capture, payerId } = order
    const self = `${this.#url()}/v2/checkout/orders/${id}`
    const approve = {
      rel: 'approve',
      href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}`,
      method: 'GET',
    }
    return {
      id,
      intent: 'CAPTURE',
      status,
      purchase_units: [
        {
          reference_id: 'default',
          ...(order.reference !== undefined && { custom_id: order.reference }),
          amount: presentMoney(order, order.cents),
          payee: { email_address: order.payee, merchant_id: 'MERCHANT12345' },
          ...(capture && {
            payments: {
              captures: [presentCapture(order, capture)],
              refunds: capture.refunds.map((refund) => presentRefund(order, refund)),
            },
          }),
        },
      ],
      ...(payerId && { payer: { payer_id: payerId, email_address: 'payer@example.org' } }),
      links: [{ rel: 'self', href: self, method: 'GET' }, ...(status === 'CREATED' ? [approve] : [])],
    }
  }
}

const centsOf = (value: string) => parseCents(value) ?? 0

const refundedCents = ({ refunds }: Capture) =>
  refunds.reduce((sum, { status, cents }) => sum + (status === 'FAILED' ? 0 : cents), 0)

const presentMoney = ({ currency }: Order, cents: number) => ({
  currency_code: currency,
  value: formatCents(cents),
})

function presentCapture(order: Order, capture: Capture): object {
  const refunded = refundedCents(capture)
  return {
    id: capture.id,
    status: refunded === 0 ? capture.status : refunded < order.cents ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: presentMoney(order, order.cents),
    ...(order.reference !== undefined && { custom_id: order.reference }),
    final_capture: true,
    supplementary_data: { related_ids: { order_id: order.id } },
  }
}

const presentRefund = (order: Order, refund: Refund): object => ({
  id: refund.id,
  status: refund.status,
  amount: presentMoney(order, refund.cents),
})

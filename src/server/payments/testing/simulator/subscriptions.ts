import * as z from 'zod/mini'
import { formatCents } from '#shared/money/money.ts'
import { badRequest, noResource, unprocessable } from './api-error.ts'
import { simulatedId } from './ids.ts'
import type { Publish } from './webhooks.ts'

const subscriptionRequest = z.object({ plan_id: z.string(), custom_id: z.optional(z.string()) })

type Plan = { id: string; cents: number; isActive: boolean }
type Transaction = { id: string; status: 'COMPLETED' | 'DECLINED' | 'REFUNDED'; cents: number; time: Date }
type Subscription = {
  id: string
  status: 'APPROVAL_PENDING' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED'
  plan: Plan
  reference: string | undefined
  subscriberId: string | null
  transactions: Transaction[]
  nextBilling: Date | null
  failedPayments: number
}

const MONTH_MS = 30 * 86_400_000

/** Plans and subscriptions, with what their subscribers and the banks do to them. */
export class SimulatedSubscriptions {
  readonly #plans = new Map<string, Plan>()
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #publish: Publish
  readonly #now: () => Date

  constructor(publish: Publish, now: () => Date) {
    this.#publish = publish
    this.#now = now
  }

  // What the API's callers do.

  getPlan(id: string): object {
    const plan = this.#plans.get(id)
    if (!plan) throw noResource()
    return presentPlan(plan)
  }

  create(body: unknown): object {
    const request = subscriptionRequest.safeParse(body)
    if (!request.success) throw badRequest('INVALID_PARAMETER_VALUE')
    const plan = this.#plans.get(request.data.plan_id)
    if (!plan) throw noResource()
    if (!plan.isActive) throw unprocessable('PLAN_STATUS_INVALID')
    const subscription: Subscription = {
      id: simulatedId('I-', 12),
      status: 'APPROVAL_PENDING',
      plan,
      reference: request.data.custom_id,
      subscriberId: null,
      transactions: [],
      nextBilling: null,
      failedPayments: 0,
    }
    this.#subscriptions.set(subscription.id, subscription)
    return present(subscription)
  }

  get(id: string): object {
    return present(this.#find(id))
  }

  cancel(id: string): void {
    const subscription = this.#find(id)
    if (subscription.status !== 'ACTIVE' && subscription.status !== 'SUSPENDED')
      throw unprocessable('SUBSCRIPTION_STATUS_INVALID')
    this.#end(subscription, 'CANCELLED')
  }

  listTransactions(id: string, query: URLSearchParams): object {
    const [from, to] = ['start_time', 'end_time'].map((name) => Date.parse(query.get(name) ?? ''))
    if (from === undefined || to === undefined || Number.isNaN(from + to))
      throw badRequest('MISSING_REQUIRED_PARAMETER')
    const found = this.#find(id).transactions.filter(({ time }) => +time >= from && +time <= to)
    return { transactions: found.map(presentTransaction), total_items: found.length, total_pages: 1 }
  }

  // What others do.

  /** The operator makes a monthly plan; returns its id. */
  addPlan(cents: number): string {
    const plan = { id: simulatedId('P-', 24), cents, isActive: true }
    this.#plans.set(plan.id, plan)
    return plan.id
  }

  deactivatePlan(id: string): void {
    const plan = this.#plans.get(id)
    if (plan) plan.isActive = false
  }

  has(id: string): boolean {
    return this.#subscriptions.has(id)
  }

  /** The subscriber approves, and pays for the first time. */
  approve(id: string, subscriberId = 'SUBSCRIBER123'): void {
    const subscription = this.#find(id)
    if (subscription.status !== 'APPROVAL_PENDING')
      throw new Error(`subscription ${id} is ${subscription.status}`)
    Object.assign(subscription, { status: 'ACTIVE', subscriberId })
    this.#publishState(subscription, 'ACTIVATED')
    this.renew(id)
  }

  /** The next payment succeeds. */
  renew(id: string): void {
    const subscription = this.#find(id)
    const sale = this.#pay(subscription, 'COMPLETED')
    subscription.failedPayments = 0
    subscription.nextBilling = new Date(+sale.time + MONTH_MS)
    this.#publish('PAYMENT.SALE.COMPLETED', 'sale', presentSale(subscription, sale))
  }

  /** The next payment fails; the third one in a row suspends. */
  failRenewal(id: string): void {
    const subscription = this.#find(id)
    this.#pay(subscription, 'DECLINED')
    subscription.failedPayments += 1
    this.#publishState(subscription, 'PAYMENT.FAILED')
    if (subscription.failedPayments < 3) return
    subscription.status = 'SUSPENDED'
    this.#publishState(subscription, 'SUSPENDED')
  }

  /** The subscriber cancels in the own account. */
  cancelBySubscriber(id: string): void {
    this.#end(this.#find(id), 'CANCELLED')
  }

  expire(id: string): void {
    this.#end(this.#find(id), 'EXPIRED')
  }

  /** The newest payment is refunded by the platform's account, or reversed by the bank. */
  takeBack(id: string, event: 'REFUNDED' | 'REVERSED'): void {
    const subscription = this.#find(id)
    const sale = subscription.transactions.findLast(({ status }) => status === 'COMPLETED')
    if (!sale) throw new Error(`subscription ${id} has no payment`)
    if (event === 'REFUNDED') sale.status = 'REFUNDED'
    this.#publish(`PAYMENT.SALE.${event}`, ...takenBack(event, sale))
  }

  #find(id: string): Subscription {
    const subscription = this.#subscriptions.get(id)
    if (!subscription) throw noResource()
    return subscription
  }

  #pay(subscription: Subscription, status: Transaction['status']): Transaction {
    const sale = { id: simulatedId(), status, cents: subscription.plan.cents, time: this.#now() }
    subscription.transactions.push(sale)
    return sale
  }

  #end(subscription: Subscription, status: 'CANCELLED' | 'EXPIRED'): void {
    Object.assign(subscription, { status, nextBilling: null })
    this.#publishState(subscription, status)
  }

  #publishState(subscription: Subscription, event: string): void {
    this.#publish(`BILLING.SUBSCRIPTION.${event}`, 'subscription', present(subscription))
  }
}

const usd = (cents: number) => ({ currency_code: 'USD', value: formatCents(cents) })

const presentPlan = ({ id, cents, isActive }: Plan) => ({
  id,
  status: isActive ? 'ACTIVE' : 'INACTIVE',
  billing_cycles: [
    {
      sequence: 1,
      tenure_type: 'REGULAR',
      total_cycles: 0,
      frequency: { interval_unit: 'MONTH', interval_count: 1 },
      pricing_scheme: { version: 1, fixed_price: usd(cents) },
    },
  ],
})

function present(subscription: Subscription): object {
  const { id, status, plan, reference, subscriberId, transactions, nextBilling } = subscription
  const last = transactions.findLast((transaction) => transaction.status !== 'DECLINED')
  const approve = {
    rel: 'approve',
    href: `https://www.sandbox.paypal.com/webapps/billing/subscriptions?ba_token=BA-${id}`,
    method: 'GET',
  }
  return {
    id,
    status,
    plan_id: plan.id,
    ...(reference !== undefined && { custom_id: reference }),
    ...(subscriberId && {
      subscriber: { payer_id: subscriberId, email_address: 'subscriber@example.org' },
      billing_info: {
        outstanding_balance: usd(subscription.failedPayments * plan.cents),
        failed_payments_count: subscription.failedPayments,
        ...(last && { last_payment: { amount: usd(last.cents), time: last.time.toISOString() } }),
        ...(nextBilling && { next_billing_time: nextBilling.toISOString() }),
      },
    }),
    links: status === 'APPROVAL_PENDING' ? [approve] : [],
  }
}

const presentTransaction = ({ id, status, cents, time }: Transaction) => ({
  id,
  status,
  amount_with_breakdown: { gross_amount: usd(cents) },
  payer_email: 'subscriber@example.org',
  time: time.toISOString(),
})

/** The event of a refund or reversal names the payment alone. */
const takenBack = (event: 'REFUNDED' | 'REVERSED', { id, cents }: Transaction): [string, object] => {
  const common = { state: 'completed', amount: { total: `-${formatCents(cents)}`, currency: 'USD' } }
  return event === 'REVERSED'
    ? ['sale', { ...common, id }]
    : ['refund', { ...common, id: simulatedId(), sale_id: id }]
}

const presentSale = ({ id, reference }: Subscription, sale: Transaction) => ({
  id: sale.id,
  state: 'completed',
  amount: { total: formatCents(sale.cents), currency: 'USD' },
  billing_agreement_id: id,
  ...(reference !== undefined && { custom: reference }),
})

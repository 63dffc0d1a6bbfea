import fc from 'fast-check'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Context } from '#server/feature.ts'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { ledgerEntries, ledgerPostings } from '#server/features/money/ledger/schema.ts'
import { captureOrder } from '#server/features/money/payments/capture-order.ts'
import { paymentOrders } from '#server/features/money/payments/schema.ts'
import type { ProviderOrder } from '#server/payments/payment-provider.ts'
import { ApiError } from '#server/payments/testing/simulator/api-error.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { claimTip } from './claim-tip.ts'
import { orderTip } from './order-tip.ts'
import { applyOrderEvent } from './reconcile-job.ts'
import { tips } from './schema.ts'
import { createCreator } from './test-tips.ts'

let paypal: PayPalSimulator
let server: TestApp
let creator: TestClient
let fan: TestClient
beforeAll(async () => {
  paypal = await PayPalSimulator.start()
  server = await startTestApp({ env: { ...paypal.env, JOBS: 'off' } })
  ;[creator, fan] = [await createCreator(server), await server.member()]
})
afterAll(async () => {
  await server.close()
  await paypal.close()
})

/** What somebody does; `crash`: the process dies within the next transaction, or right after its commit. */
const step = fc.oneof(
  fc
    .constantFrom('approve', 'capture', 'claim', 'reconcile', 'hold', 'release')
    .map((kind) => ({ kind, number: 0 })),
  fc.record({
    kind: fc.constantFrom('refund', 'reverse', 'claimOther', 'deliver', 'lose'),
    number: fc.nat(600),
  }),
  fc.record({ kind: fc.constant('crash'), number: fc.nat(1) }),
)
type Step = { kind: string; number: number }

/** Half of them begin with the order approved, so that most are paid. */
const sequence = fc
  .tuple(fc.boolean(), fc.array(step, { maxLength: 14 }))
  .map(([isApproved, steps]) => (isApproved ? [{ kind: 'approve', number: 0 }, ...steps] : steps))
const isBound = fc.boolean()
const cents = fc.integer({ min: 100, max: 50_000 })

/** A sequence is some dozen transactions: 30 ms of processor time. `npm run fuzz -- random-money` drives 50 times as many. */
const SEQUENCES = 200

test('whatever happens to orders, each is recorded once and the ledger adds up', async () => {
  await fc.assert(
    fc.asyncProperty(cents, isBound, sequence, async (amount, bound, steps) => {
      const order = await open(amount, bound)
      for (const each of steps) await order.run(each).catch(ignoreRefusal)
      await order.finish()
      await order.check()
    }),
    { numRuns: SEQUENCES * inject('soak') },
  )
  expect(await listDifferences(server.database.db, 10)).toEqual([])
})

class Crash extends Error {}

/** Refusals and faults are expected; a broken assumption of the code is not. */
function ignoreRefusal(error: unknown): void {
  const names = ['HttpError', 'PaymentError']
  if (error instanceof Crash || (error instanceof Error && names.includes(error.name))) return
  throw error
}

async function open(amount: number, bound: boolean) {
  // What is left of a sequence that failed.
  paypal.faults.clear()
  paypal.orders.clearOutcomes()
  const { context } = server.app
  const payer = { id: fan.user.id, role: fan.user.role, timedOutUntil: null }
  const streamerId = creator.user.id
  const firstEvent = paypal.webhooks.events.length
  const { id } = await orderTip(context, payer, {
    amount,
    currency: 'USD',
    intent: 'CAPTURE',
    ...(bound && { streamerId }),
  })
  let crash: 'before' | 'after' | null = null
  const dependencies = (): Context => {
    const mode = crash
    crash = null
    return mode === null ? context : { ...context, db: crashing(context.db, mode) }
  }
  const claim = { streamerId, amount, paypalOrderId: id }
  let reversed = 0
  const deliver = async (number: number) => {
    const events = paypal.webhooks.events.slice(firstEvent)
    const event = events[number % events.length]
    if (!event || !context.payments) return
    const read = await context.payments.readEvent({ headers: event.headers, rawBody: event.body })
    if (read) await applyOrderEvent(dependencies(), read)
  }
  const reconcile = () =>
    applyOrderEvent(dependencies(), {
      id: 'none',
      type: 'none',
      subject: { kind: 'order', id },
      reversal: null,
    })
  const act: Record<string, (number: number) => unknown> = {
    approve: () => paypal.orders.approve(id),
    capture: () => captureOrder(dependencies(), payer, id),
    claim: () => claimTip(dependencies(), payer, claim),
    claimOther: (number) => claimTip(dependencies(), payer, { ...claim, amount: amount + number + 1 }),
    refund: (number) => paypal.orders.refundByPayee(id, Math.max(1, number)),
    reverse: (number) => {
      const taken = number === 0 ? amount : number
      paypal.orders.reverse(id, taken)
      reversed += taken
    },
    hold: () => paypal.orders.nextCaptures('PENDING'),
    release: () => paypal.orders.resolvePending(id, 'COMPLETED'),
    lose: () => paypal.faults.add('lost', /orders/, 1),
    crash: (number) => {
      crash = number === 0 ? 'before' : 'after'
    },
    deliver,
    reconcile,
  }
  return {
    async run({ kind, number }: Step) {
      const action = act[kind]
      if (!action) throw new Error(kind)
      await tolerant(() => action(number))
    },
    /** What happens in the end, whatever went wrong: all events arrive, and the order is read again. */
    async finish() {
      paypal.faults.clear()
      paypal.orders.clearOutcomes()
      crash = null
      const { length } = paypal.webhooks.events.slice(firstEvent)
      // A job that fails runs again, as that of a reversal whose payment is not known yet.
      for (let number = length - 1; number >= 0; number -= 1) await deliver(number).catch(ignoreRefusal)
      for (let number = 0; number < length; number += 1) await deliver(number)
      await reconcile()
      // An order without a creator may have been reversed before it has one.
      if (!bound) await claimTip(context, payer, claim).catch(ignoreRefusal)
    },
    check: () => check(id, { amount, reversed }),
  }
}

/** The simulator throws plain errors for what cannot happen at the provider now. */
async function tolerant(action: () => unknown): Promise<void> {
  try {
    await action()
  } catch (error) {
    const isRefused =
      error instanceof ApiError || (error instanceof Error && /^order \S+ (is|has) /.test(error.message))
    if (!isRefused) throw error
  }
}

/** A database whose next transaction dies before or after its commit. */
function crashing(db: Context['db'], mode: 'before' | 'after'): Context['db'] {
  const transaction: typeof db.transaction = async (run, config) => {
    const result = await db.transaction(async (tx) => {
      const value = await run(tx)
      if (mode === 'before') throw new Crash()
      return value
    }, config)
    if (mode === 'after') throw new Crash()
    return result
  }
  return new Proxy(db, {
    get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)),
  })
}

async function check(id: string, { amount, reversed }: { amount: number; reversed: number }): Promise<void> {
  const { db } = server.database
  const order = await server.app.context.payments?.getOrder(id)
  const found = await db.select().from(tips).where(eq(tips.paypalOrderId, id))
  const isPaid = order?.capture?.status === 'completed'
  expect(found).toHaveLength(isPaid ? 1 : 0)
  const [tip] = found
  if (!tip) return
  expect(tip).toMatchObject({ amountCents: amount, streamerId: creator.user.id, tipperId: fan.user.id })
  const providerCents = order?.capture?.refundedCents ?? 0
  expect(tip.refundedCents).toBe(Math.min(providerCents + reversed, amount))
  const whole = reversed > 0 ? 'reversed' : 'refunded'
  expect(tip.status).toBe(tip.refundedCents < amount ? 'completed' : whole)
  const accounts = ['creator', 'creator_owed'] as const
  const references = [`tip:${tip.orderId}`, ...(await takenBackOf(order, tip.orderId))]
  const [sum] = await db
    .select({ cents: sql<number>`sum(${ledgerPostings.amountCents})::int` })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(inArray(ledgerPostings.account, [...accounts]), inArray(ledgerEntries.reference, references)))
  expect(sum?.cents).toBe(amount - tip.refundedCents)
}

/** The references of the refunds that the provider knows, and of the reversals that are stored. */
async function takenBackOf(order: ProviderOrder | null | undefined, orderId: string): Promise<string[]> {
  const [row] = await server.database.db
    .select({ reversals: paymentOrders.reversals })
    .from(paymentOrders)
    .where(eq(paymentOrders.id, orderId))
  const refunds = order?.capture?.refunds ?? []
  return [
    ...refunds.map(({ id }) => `refund:paypal:${id}`),
    ...(row?.reversals ?? []).map(({ id }) => `reversal:paypal:${id}`),
  ]
}

import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { reconcileOrders } from './reconcile-job.ts'
import { createCreator, openOrder } from './test-tips.ts'

let paypal: PayPalSimulator
let server: TestApp
let firstEvent = 0
beforeAll(async () => {
  paypal = await PayPalSimulator.start()
  server = await startTestApp({ env: paypal.env })
})
beforeEach(() => {
  firstEvent = paypal.webhooks.events.length
})
afterEach(async () => {
  paypal.faults.clear()
  expect(await listDifferences(server.database.db, 10)).toEqual([])
})
afterAll(async () => {
  await server.close()
  await paypal.close()
})

/** A creator, a payer, and the order of a tip that the payer has approved. */
async function approvedOrder(amount = '5.00') {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const { id } = await openOrder(fan, { streamerId: creator.user.id, amount, message: 'With love' })
  paypal.orders.approve(id)
  const body = { streamerId: creator.user.id, amount, message: 'With love', paypalOrderId: id }
  return { creator, fan, id, body, claim: () => fan.post('/api/tips', body) }
}

async function recordedTip(amount = '5.00') {
  const order = await approvedOrder(amount)
  const captured = await order.fan.post(`/api/paypal/order/${order.id}/capture`)
  expect(captured).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  expect(await order.claim()).toMatchObject({ status: 201 })
  return order
}

const webhook = () => `${server.url}/api/paypal/webhook`
/** The events of the current test. */
const newEvents = () => paypal.webhooks.events.slice(firstEvent)
/** Waits until an event's job has run, whatever it changed. */
const waitForJobs = () =>
  vi.waitFor(async () => {
    const { rows } = await server.database.db.execute(
      sql`select from graphile_worker.jobs where task_identifier = 'payments.event'`,
    )
    expect(rows).toEqual([])
  })

async function deliver(events: typeof paypal.webhooks.events): Promise<number[]> {
  const statuses = []
  for (const event of events) statuses.push(await paypal.webhooks.deliver(event, webhook()))
  await waitForJobs()
  return statuses
}

/** Lets the reconciling job read every order again. */
async function reconcile(): Promise<void> {
  await server.database.db.execute(
    sql`update payment_orders set next_check_at = now() - interval '1 second' where next_check_at is not null`,
  )
  await server.runJob(reconcileOrders)
}

const tipsOf = async (creator: TestClient) => (await creator.get('/api/tips')).body
const totalOf = async (creator: TestClient) => (await creator.get('/api/earnings')).body

test('a tip is paid to the address of its creator, which nobody else is told', async () => {
  const { creator, fan, claim } = await recordedTip()
  const order = await claim()
  expect(order).toMatchObject({ status: 200, body: { status: 'completed', isSandbox: false } })
  expect(JSON.stringify(order.body)).not.toContain(creator.user.email)
  expect(JSON.stringify(await tipsOf(creator))).not.toContain(fan.user.email)
})

test('a payment that is held back records nothing until it is approved', async () => {
  const { creator, fan, id, claim } = await approvedOrder()
  paypal.orders.nextCaptures('PENDING')
  const captured = await fan.post(`/api/paypal/order/${id}/capture`)
  expect(captured).toMatchObject({ status: 200, body: { status: 'PENDING' } })
  expect(await claim()).toMatchObject({ status: 422, body: { code: 'payment_pending' } })
  expect(await tipsOf(creator)).toMatchObject([{ status: 'pending' }])
  expect(await totalOf(creator)).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
  paypal.orders.resolvePending(id, 'COMPLETED')
  await reconcile()
  expect(await tipsOf(creator)).toMatchObject([{ status: 'completed', amount: '5.00', message: 'With love' }])
  expect(await claim()).toMatchObject({ status: 201, body: { status: 'completed' } })
})

test('a payment that is declined records nothing', async () => {
  const { creator, fan, id, claim } = await approvedOrder()
  paypal.orders.nextCaptures('DECLINED')
  const declined = { status: 422, body: { code: 'payment_declined' } }
  expect(await fan.post(`/api/paypal/order/${id}/capture`)).toMatchObject(declined)
  expect(await claim()).toMatchObject(declined)
  expect(await tipsOf(creator)).toEqual([])
})

test.each(['lost', 'broken', 'garbled'] as const)(
  'a capture whose answer is %s is found again by the reconciling job, once',
  async (fault) => {
    const { creator, fan, id, claim } = await approvedOrder()
    paypal.faults.add(fault, /capture$/, 10)
    const captured = await fan.post(`/api/paypal/order/${id}/capture`)
    expect(captured.status).toBeGreaterThanOrEqual(500)
    paypal.faults.clear()
    expect(await tipsOf(creator)).toEqual([])
    await reconcile()
    await reconcile()
    expect(await tipsOf(creator)).toMatchObject([{ amount: '5.00', message: 'With love' }])
    expect(await claim()).toMatchObject({ status: 201 })
    expect(await totalOf(creator)).toMatchObject({ totalTips: '5.00', tipsCount: 1 })
  },
)

test('a capture whose answer was lost is found again by its event, however often it arrives', async () => {
  const { creator, fan, id } = await approvedOrder()
  paypal.faults.add('lost', /capture$/, 10)
  await fan.post(`/api/paypal/order/${id}/capture`)
  paypal.faults.clear()
  const events = newEvents()
  expect(events.map(({ type }) => type)).toContain('PAYMENT.CAPTURE.COMPLETED')
  expect(await deliver([...events.toReversed(), ...events])).toEqual(Array(2 * events.length).fill(200))
  expect(await totalOf(creator)).toMatchObject({ totalTips: '5.00', tipsCount: 1 })
})

test('while the provider is down nothing is recorded, and the call can be repeated', async () => {
  const { creator, fan, id, claim } = await approvedOrder()
  await fan.post(`/api/paypal/order/${id}/capture`)
  paypal.faults.add('unavailable', /orders/, 10)
  expect(await claim()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await tipsOf(creator)).toEqual([])
  paypal.faults.clear()
  expect(await claim()).toMatchObject({ status: 201 })
})

test('a refund, in parts and in any order of its events, is subtracted once', async () => {
  const { creator, id } = await recordedTip('10.00')
  paypal.orders.refundByPayee(id, 250)
  await deliver(newEvents())
  expect(await tipsOf(creator)).toMatchObject([{ status: 'completed', refundedAmount: '2.50' }])
  expect(await totalOf(creator)).toMatchObject({ totalTips: '7.50', tipsCount: 1 })
  paypal.orders.refundByPayee(id)
  await deliver(newEvents().toReversed())
  expect(await tipsOf(creator)).toMatchObject([{ status: 'refunded', refundedAmount: '10.00' }])
  expect(await totalOf(creator)).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
})

test('a refund whose event arrives before the tip was recorded is subtracted from it', async () => {
  const { creator, fan, id, claim } = await approvedOrder()
  await fan.post(`/api/paypal/order/${id}/capture`)
  paypal.orders.refundByPayee(id, 100)
  expect(await claim()).toMatchObject({ status: 201, body: { refundedAmount: '1.00' } })
  await deliver(newEvents())
  expect(await totalOf(creator)).toMatchObject({ totalTips: '4.00', tipsCount: 1 })
})

test('a chargeback takes back what was not refunded', async () => {
  const { creator, id } = await recordedTip('10.00')
  paypal.orders.refundByPayee(id, 400)
  paypal.orders.reverse(id)
  await deliver(newEvents().toReversed())
  expect(await tipsOf(creator)).toMatchObject([{ status: 'reversed', refundedAmount: '10.00' }])
  expect(await totalOf(creator)).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
})

test('a chargeback of a part takes back that part, once', async () => {
  const { creator, id } = await recordedTip('10.00')
  paypal.orders.reverse(id, 300)
  const events = newEvents()
  await deliver([...events, ...events])
  expect(await tipsOf(creator)).toMatchObject([{ status: 'completed', refundedAmount: '3.00' }])
  expect(await totalOf(creator)).toMatchObject({ totalTips: '7.00', tipsCount: 1 })
  paypal.orders.reverse(id, 800)
  await deliver(newEvents())
  expect(await tipsOf(creator)).toMatchObject([{ status: 'reversed', refundedAmount: '10.00' }])
  expect(await totalOf(creator)).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
})

test('a forged event changes nothing', async () => {
  const { creator, id } = await recordedTip()
  paypal.orders.reverse(id)
  const event = newEvents().findLast(({ type }) => type === 'PAYMENT.CAPTURE.REVERSED')
  if (!event) throw new Error('no event')
  const forged = [
    { ...event, headers: { ...event.headers, 'paypal-transmission-sig': 'forged' } },
    { ...event, body: event.body.replace('5.00', '4.00') },
    { ...event, headers: { 'content-type': 'application/json' } },
    { ...event, body: 'null' },
    { ...event, body: '' },
  ]
  expect(await deliver(forged)).toEqual([400, 400, 400, 400, 400])
  expect(await deliver([{ ...event, body: JSON.stringify('x'.repeat(300_000)) }])).toEqual([413])
  expect(await tipsOf(creator)).toMatchObject([{ status: 'completed' }])
})

test('a replayed event is not applied again', async () => {
  const { id } = await recordedTip()
  const reads = () => paypal.requests.filter((request) => request.endsWith(`/orders/${id}`)).length
  const before = reads()
  const events = newEvents()
  await deliver(events)
  const applied = reads()
  expect(applied).toBeGreaterThan(before)
  expect(await deliver([...events, ...events])).toEqual(Array(2 * events.length).fill(200))
  expect(reads()).toBe(applied)
})

test('an event is retried by the provider while it cannot be verified', async () => {
  const { creator, id } = await recordedTip()
  paypal.orders.refundByPayee(id)
  const events = newEvents()
  paypal.faults.add('unavailable', /verify/, 10)
  expect(new Set(await deliver(events))).toEqual(new Set([503]))
  paypal.faults.clear()
  await deliver(events)
  expect(await tipsOf(creator)).toMatchObject([{ status: 'refunded' }])
})

test('events of no interest, and about orders that are not ours, are ignored', async () => {
  const unknown = paypal.webhooks.sign(
    'WH-1',
    'VAULT.CREDIT-CARD.CREATED',
    '{"id":"WH-1","event_type":"VAULT.CREDIT-CARD.CREATED"}',
  )
  const foreign = paypal.webhooks.sign(
    'WH-2',
    'PAYMENT.CAPTURE.COMPLETED',
    '{"id":"WH-2","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"custom_id":"order 7 of a shop"}}',
  )
  expect(await deliver([unknown, foreign])).toEqual([200, 200])
})

test('an order of the provider that is not the one of ours completes no tip', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const small = await openOrder(fan, { streamerId: creator.user.id, amount: '1.00' })
  const large = await openOrder(fan, { streamerId: creator.user.id, amount: '500.00' })
  paypal.orders.approve(small.id)
  await fan.post(`/api/paypal/order/${small.id}/capture`)
  // As if somebody had swapped the ids in our database.
  await server.database.db.execute(sql`
    update payment_orders set provider_order_id = case provider_order_id
      when ${small.id} then 'SWAPPED' else provider_order_id end where provider_order_id = ${small.id}`)
  await server.database.db.execute(sql`
    update payment_orders set provider_order_id = ${small.id} where provider_order_id = ${large.id}`)
  const claim = { streamerId: creator.user.id, amount: '500.00', paypalOrderId: small.id }
  expect(await fan.post('/api/tips', claim)).toMatchObject({ status: 422, body: { code: 'order_mismatch' } })
  await reconcile()
  expect(await tipsOf(creator)).toEqual([])
})

test('a paid order without a creator is nobody’s until its payer names one', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const { id } = await openOrder(fan, { amount: '3.00' })
  paypal.orders.approve(id)
  await fan.post(`/api/paypal/order/${id}/capture`)
  await reconcile()
  expect(await totalOf(creator)).toMatchObject({ totalTips: '0.00' })
  const claim = { streamerId: creator.user.id, amount: '3.00', paypalOrderId: id }
  expect(await fan.post('/api/tips', claim)).toMatchObject({ status: 201 })
  expect(await totalOf(creator)).toMatchObject({ totalTips: '3.00' })
})

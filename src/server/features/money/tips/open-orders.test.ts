import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RetryLater } from '#server/jobs/job-handler.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { checkCaptureHandler, reconcileHandler } from './reconcile-job.ts'
import { createCreator, openOrder } from './test-tips.ts'

let paypal: PayPalSimulator
let server: TestApp
let creator: TestClient
beforeAll(async () => {
  paypal = await PayPalSimulator.start()
  server = await startTestApp({ env: { ...paypal.env, JOBS: 'off' } })
  creator = await createCreator(server)
})
afterEach(() => paypal.faults.clear())
afterAll(async () => {
  await server.close()
  await paypal.close()
})

const ORDER = { amount: '8.00' }
const orderFor = async (fan: TestClient, streamer = creator) =>
  (await openOrder(fan, { ...ORDER, streamerId: streamer.user.id })).id
const capture = (fan: TestClient, id: string) => fan.post(`/api/paypal/order/${id}/capture`)
const claim = (fan: TestClient, id: string) =>
  fan.post('/api/tips', { ...ORDER, streamerId: creator.user.id, paypalOrderId: id })

type Row = { id: string; isDue: boolean; status: string }

/** Returns the orders of a payer, oldest first. */
async function ordersOf(fan: TestClient): Promise<Row[]> {
  const { rows } = await server.database.db.execute<Row>(sql`
    select provider_order_id as id, status, next_check_at is not null as "isDue"
    from payment_orders where payer_id = ${fan.user.id} order by payment_orders.id`)
  return rows
}
const openOrdersOf = async (fan: TestClient) =>
  (await ordersOf(fan)).filter(({ status, isDue }) => status === 'created' && isDue).map(({ id }) => id)

const jobRun = () => ({ signal: new AbortController().signal, isLastAttempt: false })
const makeAllDue = () =>
  server.database.db.execute(
    sql`update payment_orders set next_check_at = now() - interval '1 hour' where next_check_at is not null`,
  )

/** Opens orders until the limit of calls refuses one; returns how many there were. */
async function openAll(fan: TestClient): Promise<number> {
  const body = { ...ORDER, currency: 'USD', intent: 'CAPTURE', streamerId: creator.user.id }
  for (let count = 0; ; count++) if ((await fan.post('/api/paypal/order', body)).status === 429) return count
}

/** Loses the answer of a capture; returns when the job that checks it is to run, in seconds after the start. */
async function loseCapture(fan: TestClient, id: string): Promise<{ orderId: string; checkSeconds: number }> {
  paypal.orders.approve(id)
  paypal.faults.add('lost', /capture$/, 10)
  expect((await capture(fan, id)).status).toBe(503)
  paypal.faults.clear()
  const { rows } = await server.database.db.execute<{ orderId: string; checkSeconds: number }>(sql`
    select o.id as "orderId", extract(epoch from j.run_at - o.capture_started_at)::float8 as "checkSeconds"
    from payment_orders o join graphile_worker.jobs j on j.key = 'payments.checkCapture ' || o.id
    where o.provider_order_id = ${id}`)
  const [row] = rows
  if (!row) throw new Error('no job checks the capture')
  return row
}

test('of the unpaid orders of a member for one creator the newest three stay open, also when they come at once', async () => {
  const [fan, other] = [await server.member(), await createCreator(server)]
  const elsewhere = await orderFor(fan, other)
  await Promise.all([1, 2, 3, 4, 5].map(() => orderFor(fan)))
  const newest = [await orderFor(fan), await orderFor(fan), await orderFor(fan)]
  expect(await openOrdersOf(fan)).toEqual([elsewhere, ...newest])
})

test('for all creators together a member has ten open orders', async () => {
  const fan = await server.member()
  for (let count = 0; count < 6; count++) {
    const each = await createCreator(server)
    for (let order = 0; order < 2; order++) await orderFor(fan, each)
  }
  expect(await openOrdersOf(fan)).toHaveLength(10)
})

test('an older checkout that is still open can be approved and paid', async () => {
  const fan = await server.member()
  const first = await orderFor(fan)
  for (let count = 0; count < 3; count++) await orderFor(fan)
  expect(await openOrdersOf(fan)).not.toContain(first)
  expect(await capture(fan, first)).toMatchObject({ status: 422, body: { code: 'payment_not_approved' } })
  expect((await ordersOf(fan))[0]).toEqual({ id: first, status: 'expired', isDue: false })
  paypal.orders.approve(first)
  expect(await capture(fan, first)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  expect(await claim(fan, first)).toMatchObject({ status: 201 })
})

test('an order whose payment was perhaps taken is not replaced by newer ones', async () => {
  const fan = await server.member()
  const paid = await orderFor(fan)
  await loseCapture(fan, paid)
  await openAll(fan)
  expect(await openOrdersOf(fan)).toHaveLength(4)
  await makeAllDue()
  await reconcileHandler(server.app.context).run({}, jobRun())
  expect((await ordersOf(fan))[0]).toMatchObject({ status: 'completed' })
})

test('a lost capture is checked within a minute and first, while others open orders as fast as they may', async () => {
  const [fan, crowd] = [await server.member(), [await server.member(), await server.member()]]
  for (const each of crowd) expect(await openAll(each)).toBe(60)
  const id = await orderFor(fan)
  const { orderId, checkSeconds } = await loseCapture(fan, id)
  expect(checkSeconds).toBeLessThanOrEqual(60)
  const before = paypal.requests.length
  const reads = () => paypal.requests.slice(before).filter((request) => request.startsWith('GET '))

  await makeAllDue()
  paypal.faults.add('unavailable', /orders/, 10)
  // Without an answer of the provider the reconciling job begins with it, too.
  await expect(reconcileHandler(server.app.context).run({}, jobRun())).rejects.toThrow(PaymentError)
  paypal.faults.clear()
  expect(new Set(reads())).toEqual(new Set([`GET /v2/checkout/orders/${id}`]))
  await checkCaptureHandler(server.app.context).run({ orderId }, jobRun())
  expect(new Set(reads())).toEqual(new Set([`GET /v2/checkout/orders/${id}`]))
  expect(await claim(fan, id)).toMatchObject({ status: 201 })
  // What is left for the reconciling job.
  for (const each of crowd) expect(await openOrdersOf(each)).toHaveLength(3)
})

test('a capture that the provider gets late is recorded, whatever the payer orders meanwhile', async () => {
  const fan = await server.member()
  const id = await orderFor(fan)
  const orderId = await failCapture(fan, id)
  await startedAgo(id, '9 minutes')
  const check = () => checkCaptureHandler(server.app.context).run({ orderId }, jobRun())
  await expect(check()).rejects.toThrow(RetryLater)
  for (let count = 0; count < 4; count++) await orderFor(fan)
  await server.app.context.payments?.captureOrder(id)
  await check()
  expect((await ordersOf(fan))[0]).toMatchObject({ id, status: 'completed' })
})

test('a capture that the provider never got is unpaid again, and may be replaced', async () => {
  const fan = await server.member()
  const id = await orderFor(fan)
  await failCapture(fan, id)
  await startedAgo(id, '10 minutes')
  await makeAllDue()
  await reconcileHandler(server.app.context).run({}, jobRun())
  for (let count = 0; count < 3; count++) await orderFor(fan)
  expect(await openOrdersOf(fan)).not.toContain(id)
  expect(await openOrdersOf(fan)).toHaveLength(3)
})

/** Makes a capture fail before it reaches the provider; returns our id of the order. */
async function failCapture(fan: TestClient, id: string): Promise<string> {
  paypal.orders.approve(id)
  paypal.faults.add('unavailable', /capture$/, 10)
  expect((await capture(fan, id)).status).toBe(503)
  paypal.faults.clear()
  const { rows } = await server.database.db.execute<{ id: string }>(
    sql`select id from payment_orders where provider_order_id = ${id}`,
  )
  return rows[0]?.id ?? ''
}

const startedAgo = (id: string, age: string) =>
  server.database.db.execute(sql`
    update payment_orders set capture_started_at = now() - ${age}::interval where provider_order_id = ${id}`)

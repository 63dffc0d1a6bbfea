import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { paymentOrders } from '#server/features/money/payments/schema.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { applyOrderEvent, reconcileHandler } from './reconcile-job.ts'
import { createCreator, idOf, openOrder } from './test-tips.ts'

let paypal: PayPalSimulator
let server: TestApp
let admin: TestClient
beforeAll(async () => {
  paypal = await PayPalSimulator.start()
  server = await startTestApp({ env: { ...paypal.env, JOBS: 'off' } })
  admin = server.admin
})
afterEach(async () => {
  paypal.faults.clear()
  expect(await listDifferences(server.database.db, 10)).toEqual([])
})
afterAll(async () => {
  await server.close()
  await paypal.close()
})

/** Opens an order, of the platform's own account unless it names a creator. */
async function open(order: { streamerId?: string } = {}) {
  const fan = await server.member()
  const { id } = await openOrder(fan, { amount: '8.00', ...order })
  const capture = () => fan.post(`/api/paypal/order/${id}/capture`)
  const claim = (streamerId: string) =>
    fan.post('/api/tips', { streamerId, amount: '8.00', paypalOrderId: id })
  return { fan, id, capture, claim }
}

/** Lets the reconciling job read orders again, as if they were older by some hours. */
async function reconcileAfter(hours: number): Promise<void> {
  await server.database.db.execute(
    sql`update payment_orders set next_check_at = now() - interval '1 second', created_at = created_at - make_interval(hours => ${hours})
      where next_check_at is not null`,
  )
  const jobRun = { signal: new AbortController().signal, isLastAttempt: false }
  await reconcileHandler(server.app.context).run({}, jobRun)
}

const paymentOf = async (id: string) => (await admin.get(`/api/admin/payments?q=${id}`)).body

test('an order that nobody pays expires after a day, and is not asked for again', async () => {
  const { fan, id } = await open()
  await reconcileAfter(23)
  expect(await paymentOf(id)).toMatchObject([{ status: 'created' }])
  await reconcileAfter(2)
  expect(await paymentOf(id)).toMatchObject([{ status: 'expired' }])
  const [row] = await server.database.db
    .select({ nextCheckAt: paymentOrders.nextCheckAt })
    .from(paymentOrders)
    .where(eq(paymentOrders.providerOrderId, id))
  expect(row).toEqual({ nextCheckAt: null })
  expect((await fan.get('/api/payments')).body).toEqual([])
})

test('an order whose creation the provider never answered expires as well', async () => {
  const fan = await server.member()
  paypal.faults.add('lost', /orders/, 10)
  const order = { amount: '8.00', currency: 'USD', intent: 'CAPTURE' }
  expect(await fan.post('/api/paypal/order', order)).toMatchObject({ status: 503 })
  paypal.faults.clear()
  await reconcileAfter(25)
  const rows = await server.database.db
    .select({ status: paymentOrders.status })
    .from(paymentOrders)
    .where(eq(paymentOrders.payerId, fan.user.id))
  expect(rows).toEqual([{ status: 'expired' }])
})

test('a payment is found however long the provider was down', async () => {
  const creator = await createCreator(server)
  const { id, capture } = await open({ streamerId: creator.user.id })
  paypal.orders.approve(id)
  paypal.faults.add('lost', /capture$/, 10)
  await capture()
  paypal.faults.clear()
  paypal.faults.add('unavailable', /orders/, 50)
  await expect(reconcileAfter(30)).rejects.toThrow(PaymentError)
  expect(await paymentOf(id)).toMatchObject([{ status: 'created' }])
  paypal.faults.clear()
  await reconcileAfter(30)
  expect((await creator.get('/api/tips')).body).toMatchObject([{ status: 'completed', amount: '8.00' }])
})

test('the payer finishes a payment on the checkout page when the page that began it is gone', async () => {
  const creator = await createCreator(server)
  const { fan, id } = await open({ streamerId: creator.user.id })
  paypal.orders.approve(id)
  await reconcileAfter(0)
  expect((await creator.get('/api/tips')).body).toEqual([])
  expect((await fan.get(`/checkout/${id}`)).body).toContain('Finish the payment')
  for (const other of [creator, server.client()]) await finish(other, id)
  expect((await server.app.context.payments?.getOrder(id))?.capture).toBeNull()
  expect(await finish(fan, id)).toContain('Payment complete')
  await finish(fan, id)
  expect((await creator.get('/api/tips')).body).toMatchObject([{ status: 'completed', amount: '8.00' }])
  expect((await fan.get('/api/payments')).body).toMatchObject([{ status: 'completed', orderId: id }])
})

test('a payment that cannot be finished on the checkout page says why, as a page', async () => {
  const creator = await createCreator(server)
  const { fan, id } = await open({ streamerId: creator.user.id })
  paypal.orders.approve(id)
  paypal.orders.nextCaptures('INSTRUMENT_DECLINED')
  expect(await finish(fan, id)).toMatch(/<h1>The payment wasn/)
  const platforms = await open()
  paypal.orders.approve(platforms.id)
  expect((await platforms.fan.get(`/checkout/${platforms.id}`)).body).not.toContain('Finish the payment')
})

async function finish(payer: TestClient, id: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, body } = await payer.post(`/checkout/${id}/finish`, '', headers)
  return String(status === 303 ? (await payer.get(`/checkout/${id}`)).body : body)
}

test('a refund after the creator has left is still one of what the creator was owed', async () => {
  const creator = await createCreator(server)
  const { id, capture, claim } = await open()
  paypal.orders.approve(id)
  await capture()
  const tipId = idOf(await claim(creator.user.id))
  await deleteAccount(creator)
  const owed = async () => JSON.stringify((await admin.get('/api/admin/payments/owed')).body)
  expect(await owed()).toContain(creator.user.id)
  expect(await admin.post(`/api/admin/tips/${tipId}/refund`)).toMatchObject({ status: 200 })
  expect(await owed()).not.toContain(creator.user.id)
})

test('an order that expired is recorded all the same when it turns out to be paid', async () => {
  const creator = await createCreator(server)
  const { id, capture, claim } = await open({ streamerId: creator.user.id })
  await reconcileAfter(25)
  paypal.orders.approve(id)
  expect(await capture()).toMatchObject({ status: 200 })
  expect(await claim(creator.user.id)).toMatchObject({ status: 201 })
})

test('a payment that was reversed before its creator was named earns nothing', async () => {
  const creator = await createCreator(server)
  const { id, capture, claim } = await open()
  paypal.orders.approve(id)
  await capture()
  await reconcileAfter(0)
  expect(await unclaimed()).toContain(id)
  paypal.orders.reverse(id, 300)
  await deliverNewest()
  expect(await paymentOf(id)).toMatchObject([{ status: 'completed', refundedAmount: '3.00' }])
  expect(await unclaimed()).toContain(id)
  paypal.orders.reverse(id, 500)
  await deliverNewest()
  expect(await paymentOf(id)).toMatchObject([{ status: 'reversed', refundedAmount: '8.00' }])
  expect(await unclaimed()).not.toContain(id)
  expect(await claim(creator.user.id)).toMatchObject({ body: { status: 'reversed', refundedAmount: '8.00' } })
  expect((await creator.get('/api/earnings')).body).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
})

test('a refund that failed at the provider can be made again', async () => {
  const creator = await createCreator(server)
  const { id, capture, claim } = await open()
  paypal.orders.approve(id)
  await capture()
  const tipId = idOf(await claim(creator.user.id))
  paypal.orders.failNextRefund()
  const refund = () => admin.post(`/api/admin/tips/${tipId}/refund`)
  expect(await refund()).toMatchObject({ status: 422, body: { code: 'refund_refused' } })
  expect(await refund()).toMatchObject({ status: 200, body: { status: 'refunded', refundedAmount: '8.00' } })
})

test.each([
  ['is deactivated', deactivate],
  ['is deleted', deleteAccount],
  [
    'names another account',
    (creator: TestClient) =>
      creator.put('/api/creator/payout', { payoutEmail: 'new@example.org', payoutCountry: 'US' }),
  ],
])('nobody pays for an order whose creator %s meanwhile', async (_change, change) => {
  const creator = await createCreator(server)
  const { id, capture } = await open({ streamerId: creator.user.id })
  const paid = await open({ streamerId: creator.user.id })
  for (const order of [id, paid.id]) paypal.orders.approve(order)
  await paid.capture()
  await change(creator)
  expect(await capture()).toMatchObject({ status: 422, body: { code: 'cannot_receive' } })
  expect((await server.app.context.payments?.getOrder(id))?.capture).toBeNull()
  expect(await paid.capture()).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
})

test('a tip on a stream that is deleted meanwhile is one to its creator', async () => {
  const creator = await createCreator(server)
  const { id: streamId } = await creator.createStream()
  const { fan, id, capture } = await open({ streamerId: creator.user.id })
  paypal.orders.approve(id)
  await capture()
  await server.database.db.execute(sql`delete from streams where id = ${streamId}`)
  const tip = { amount: '8.00', streamerId: creator.user.id, streamId, paypalOrderId: id }
  expect(await fan.post('/api/tips', tip)).toMatchObject({ status: 201, body: { streamId: null } })
  await openOrder(fan, { amount: '8.00', streamerId: creator.user.id, streamId })
})

async function deactivate({ user }: TestClient): Promise<void> {
  await server.database.db.execute(sql`update users set is_active = false where id = ${user.id}`)
}

async function deleteAccount({ user }: TestClient): Promise<void> {
  await server.database.db.execute(sql`delete from users where id = ${user.id}`)
}

async function unclaimed(): Promise<(string | null)[]> {
  const { body } = await admin.get('/api/admin/payments?view=unclaimed')
  const payments = z.array(z.object({ providerOrderId: z.nullable(z.string()) })).parse(body)
  return payments.map(({ providerOrderId }) => providerOrderId)
}

async function deliverNewest(): Promise<void> {
  const [event, { payments }] = [paypal.webhooks.events.at(-1), server.app.context]
  const read = event && (await payments?.readEvent({ headers: event.headers, rawBody: event.body }))
  if (!read) throw new Error('there is no event')
  await applyOrderEvent(server.app.context, read)
}

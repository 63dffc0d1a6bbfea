import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPayments } from '#shared/money/payments.ts'
import { listTips } from '#shared/money/tips.ts'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { reconcileOrders } from './reconcile-job.ts'
import { storeManyTips } from './test-queries.ts'
import { createCreator, idOf, openOrder } from './test-tips.ts'

let paypal: PayPalSimulator
let server: TestApp
beforeAll(async () => {
  paypal = await PayPalSimulator.start()
  server = await startTestApp({ env: paypal.env })
})
afterAll(async () => {
  await server.close()
  await paypal.close()
})

type Order = { amount?: string; message?: string }

/** Creates, approves and captures an order. */
async function pay(fan: TestClient, creator: TestClient, { amount = '5.00', message = '' }: Order = {}) {
  const { id } = await openOrder(fan, { streamerId: creator.user.id, amount, message })
  paypal.orders.approve(id)
  const captured = await fan.post(`/api/paypal/order/${id}/capture`)
  const body = { streamerId: creator.user.id, amount, message, paypalOrderId: id }
  return { id, captured, claim: () => fan.post('/api/tips', body) }
}

async function tip(fan: TestClient, creator: TestClient, order?: Order) {
  const { id, claim } = await pay(fan, creator, order)
  return { orderId: id, id: idOf(await claim()) }
}

async function reconcile(): Promise<void> {
  await server.database.db.execute(
    sql`update payment_orders set next_check_at = now() - interval '1 second' where next_check_at is not null`,
  )
  await server.runJob(reconcileOrders)
}

const tipsOf = async (client: TestClient, query = '') =>
  listTips.response.parse((await client.get(`/api/tips${query}`)).body)
const paymentsOf = async (client: TestClient) =>
  listPayments.response.parse((await client.get('/api/payments')).body)
const linesOf = ({ body }: { body: unknown }) => String(body).replace('\uFEFF', '').trimEnd().split('\r\n')

async function deleteAccount({ user }: TestClient): Promise<void> {
  await server.database.db.execute(sql`delete from users where id = ${user.id}`)
  await server.catchUpWithDatabase()
}

test('tips are listed newest first, page by page, for their creator and their payer', async () => {
  const [creator, other, fan] = [
    await createCreator(server),
    await createCreator(server),
    await server.member(),
  ]
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.unshift((await tip(fan, creator)).id)
  const toOther = await tip(fan, other)
  const pagesOf = async (client: TestClient, direction: string) => {
    const pages: string[][] = []
    for await (const body of client.pages(`/api/tips?limit=2&direction=${direction}`))
      pages.push(listTips.response.parse(body).map(({ id }) => id))
    return pages
  }
  expect(await pagesOf(creator, 'received')).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  const sent = [toOther.id, ...ids]
  expect(await pagesOf(fan, 'sent')).toEqual([sent.slice(0, 2), sent.slice(2, 4), sent.slice(4)])
  expect(await pagesOf(creator, 'sent')).toEqual([[]])
  expect(await creator.get('/api/tips?direction=other')).toMatchObject({ status: 400 })
  expect(await creator.get('/api/tips?cursor=x')).toMatchObject({ status: 400 })
})

test('a payment that is held back is pending for both sides, and failed once it is refused', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const socket = await creator.openSocket()
  paypal.orders.nextCaptures('PENDING')
  const { id, claim } = await pay(fan, creator, { amount: '9.99', message: 'Jerejef' })
  expect(await claim()).toMatchObject({ status: 422, body: { code: 'payment_pending' } })
  await socket.waitFor('tips_changed')
  const pending = { amount: '9.99', status: 'pending', paypalOrderId: id, message: 'Jerejef' }
  expect(await tipsOf(creator)).toMatchObject([{ ...pending, tipper: { id: fan.user.id } }])
  expect(await tipsOf(fan, '?direction=sent')).toMatchObject([pending])
  expect(await paymentsOf(fan)).toMatchObject([{ amount: '9.99', status: 'pending', orderId: id }])
  expect((await creator.get('/api/earnings')).body).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
  paypal.orders.resolvePending(id, 'DECLINED')
  await reconcile()
  await socket.waitFor('tips_changed')
  for (const list of [await tipsOf(creator), await tipsOf(fan, '?direction=sent'), await paymentsOf(fan)])
    expect(list).toMatchObject([{ status: 'failed' }])
  socket.close()
})

test('a payment that is declined at once is shown to its payer alone', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  paypal.orders.nextCaptures('DECLINED')
  const { captured } = await pay(fan, creator)
  expect(captured).toMatchObject({ status: 422 })
  expect(await tipsOf(creator)).toEqual([])
  expect(await paymentsOf(fan)).toMatchObject([{ status: 'failed', creator: { id: creator.user.id } }])
})

test('a member sees every payment that it made, the newest first, and nobody else’s', async () => {
  const [creator, fan, other] = [await createCreator(server), await server.member(), await server.member()]
  await openOrder(fan, { streamerId: creator.user.id, amount: '3.00' })
  const first = await tip(fan, creator, { amount: '5.00' })
  await tip(other, creator)
  const { id: captured } = await pay(fan, creator, { amount: '7.00' })
  const payments = await paymentsOf(fan)
  expect(payments).toMatchObject([
    { kind: 'tip', amount: '7.00', status: 'pending', orderId: captured },
    {
      kind: 'tip',
      amount: '5.00',
      refundedAmount: '0.00',
      currency: 'USD',
      status: 'completed',
      isSandbox: false,
      creator: { id: creator.user.id },
      orderId: first.orderId,
    },
  ])
  const pages: unknown[] = []
  for await (const page of fan.pages('/api/payments?limit=1')) pages.push(page)
  expect(pages).toEqual(payments.map((payment) => [payment]))
  expect(await paymentsOf(creator)).toEqual([])
})

test('a CSV has every tip of its year, however many there are', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  await storeManyTips(server.database.db, { streamerId: creator.user.id, tipperId: fan.user.id }, 1201)
  const [, ...rows] = linesOf(await creator.get(`/api/tips.csv?year=${new Date().getUTCFullYear()}`))
  const orders = rows.map((row) => row.split(',').at(-2))
  expect(orders).toHaveLength(1201)
  expect(new Set(orders).size).toBe(1201)
})

test('the tips of a year are exported as CSV, and no cell of it is a formula', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  await fan.put('/api/auth/profile', { firstName: '=HYPERLINK("https://evil.example")', lastName: null })
  const old = await tip(fan, creator, { amount: '1.00', message: 'Long ago' })
  const message = '@SUM(A1:A9), "quoted"'
  const recent = await tip(fan, creator, { amount: '12.50', message })
  const { db } = server.database
  await db.execute(sql`update tips set created_at = '2023-12-31T23:59:59.999Z' where id = ${old.id}`)
  await db.execute(sql`update tips set created_at = '2024-01-01T00:00:00Z' where id = ${recent.id}`)
  expect((await creator.get('/api/earnings')).body).toMatchObject({ tipYears: [2024, 2023] })
  const response = await creator.get('/api/tips.csv?year=2024')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="tips-2024.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const name = `"'=HYPERLINK(""https://evil.example"")"`
  expect(linesOf(response)).toEqual([
    'date,from,amount,refunded,net,currency,status,message,order,sandbox',
    `2024-01-01T00:00:00.000Z,${name},12.50,0.00,12.50,USD,completed,"'@SUM(A1:A9), ""quoted""",${recent.orderId},no`,
  ])
  expect(linesOf(await creator.get('/api/tips.csv?year=2023'))[1]).toContain('Long ago')
  expect(linesOf(await creator.get('/api/tips.csv?year=2025'))).toHaveLength(1)
  expect(linesOf(await fan.get('/api/tips.csv?year=2024'))).toHaveLength(1)
  for (const year of ['', 'x', '1999', '2024.5'])
    expect(await creator.get(`/api/tips.csv?year=${year}`)).toMatchObject({ status: 400 })
})

test('the tips of a deleted payer stay with the creator, without the name', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const { id } = await tip(fan, creator, { amount: '20.00', message: 'Nhinga' })
  await deleteAccount(fan)
  expect(await tipsOf(creator)).toMatchObject([{ id, tipper: null, amount: '20.00', message: 'Nhinga' }])
  expect((await creator.get('/api/earnings')).body).toMatchObject({ totalTips: '20.00', tipsCount: 1 })
  const year = new Date().getUTCFullYear()
  expect(linesOf(await creator.get(`/api/tips.csv?year=${year}`))[1]).toMatch(/^[^,]+,,20\.00,0\.00,20\.00,/)
  expect(await listDifferences(server.database.db, 10)).toEqual([])
})

test('the payments to a deleted creator stay with their payer, and with the ledger', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const { id, orderId } = await tip(fan, creator, { amount: '20.00' })
  await deleteAccount(creator)
  expect(await tipsOf(fan, '?direction=sent')).toMatchObject([{ id, streamer: null, streamerId: null }])
  expect(await paymentsOf(fan)).toMatchObject([{ creator: null, status: 'completed', orderId }])
  paypal.orders.refundByPayee(orderId)
  await server.database.db.execute(
    sql`update payment_orders set next_check_at = now() - interval '1 second' where provider_order_id = ${orderId}`,
  )
  await server.runJob(reconcileOrders)
  expect(await paymentsOf(fan)).toMatchObject([{ status: 'refunded', refundedAmount: '20.00' }])
  expect(await listDifferences(server.database.db, 10)).toEqual([])
  const { rows } = await server.database.db.execute(sql`
    select sum(p.amount_cents)::int as cents, count(distinct e.id)::int as entries
    from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where e.reference like 'tip:%' and p.user_id in (${creator.user.id}, ${fan.user.id})`)
  expect(rows).toEqual([{ cents: 0, entries: 1 }])
})

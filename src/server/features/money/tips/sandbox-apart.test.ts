import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAnalyticsSeries } from '#shared/studio/creator-analytics.ts'
import { listTips } from '#shared/money/tips.ts'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { createPayPal } from '#server/payments/paypal/paypal-provider.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { createCreator, openOrder, payOrder, sendTip } from './test-tips.ts'

let paypal: PayPalSimulator
let sandbox: TestApp
let creator: TestClient
let fan: TestClient
let streamId: string
beforeAll(async () => {
  paypal = await PayPalSimulator.start()
  sandbox = await startTestApp()
  ;[creator, fan] = [await createCreator(sandbox), await sandbox.member()]
  ;({ id: streamId } = await creator.createStream({ settings: { tipGoal: 100 } }))
  await sendTip(sandbox, fan, { streamerId: creator.user.id, amount: '20.00', streamId })
  // The platform owes this one to the creator.
  const owed = { streamerId: creator.user.id, amount: '7.00', streamId }
  const { id: paypalOrderId } = await payOrder(sandbox, fan, { amount: '7.00' })
  expect((await fan.post('/api/tips', { ...owed, paypalOrderId })).status).toBe(201)
})
afterAll(async () => {
  await sandbox.close()
  await paypal.close()
})

/** Continues the site's database with other payments. */
async function restart(options: Parameters<typeof startTestApp>[0]) {
  const server = await startTestApp({ ...options, database: sandbox.database })
  const clients = { server, creator: creator.at(server.url), fan: fan.at(server.url) }
  return { ...clients, admin: sandbox.admin.at(server.url) }
}
type Site = Awaited<ReturnType<typeof restart>>

/** Every sum that the site shows of the creator's tips. */
async function sumsOf({ creator: client, admin }: Pick<Site, 'creator' | 'admin'>) {
  const bodyOf = async (path: string, of = client) => (await of.get(path)).body
  const series = getAnalyticsSeries.response.parse(await bodyOf('/api/creator/analytics/series?days=28'))
  return {
    earnings: await bodyOf('/api/earnings'),
    stream: await bodyOf(`/api/streams/${streamId}`),
    streams: await bodyOf(`/api/users/${client.user.id}/streams`),
    revenue: [series.totals.revenueCents, series.days.at(-1)?.revenueCents, series.isSandbox],
    owed: await bodyOf('/api/admin/payments/owed', admin),
    owedPayments: await bodyOf('/api/admin/payments?view=owed', admin),
  }
}

const NOTHING = { amount: '0.00', tipsCount: 0 }

async function expectNoRealMoney(site: Site) {
  expect(await sumsOf(site)).toMatchObject({
    earnings: {
      totalEarnings: '0.00',
      tipsCount: 0,
      supportersCount: 0,
      thisMonth: NOTHING,
      lastMonth: NOTHING,
      updatedAt: null,
      isSandbox: false,
    },
    stream: { tipsTotal: '0.00' },
    streams: [{ tipsTotal: '0.00' }],
    revenue: [0, 0, false],
    owed: [],
    owedPayments: [],
  })
  const socket = await site.server.client().openSocket()
  socket.send({ type: 'subscribe', streamId })
  expect((await socket.waitFor('subscribed')).mark).toMatchObject({ tipsTotal: '0.00' })
  socket.close()
}

/** What was tipped in the sandbox is listed, and each row says so. */
async function expectMarkedRows({ creator: client, fan: payer, admin }: Site) {
  const marked = [
    { amount: '7.00', isSandbox: true },
    { amount: '20.00', isSandbox: true },
  ]
  for (const [path, reader] of [
    ['/api/tips', client],
    ['/api/tips?direction=sent', payer],
    ['/api/payments', payer],
    ['/api/admin/payments', admin],
  ] as const)
    expect((await reader.get(path)).body, path).toMatchObject(marked)
  const tips = (await client.get('/api/notifications')).body
  expect(tips).toMatchObject(marked.map((tip) => ({ type: 'tip', tip })))
  const chat = (await payer.get(`/api/streams/${streamId}/chat`)).body
  expect(chat).toMatchObject(marked.toReversed().map((tip) => ({ tip })))
  const csv = String((await client.get(`/api/tips.csv?year=${new Date().getUTCFullYear()}`)).body)
  expect(csv.split('\r\n').filter((line) => line.endsWith(',yes'))).toHaveLength(2)
}

test('a site with a sandbox shows its sums', async () => {
  const sums = await sumsOf({ creator, admin: sandbox.admin })
  expect(sums).toMatchObject({
    earnings: { totalEarnings: '27.00', tipsCount: 2, supportersCount: 1, isSandbox: true },
    stream: { tipsTotal: '27.00' },
    revenue: [2700, 2700, true],
    owed: [{ creatorId: creator.user.id, amount: '7.00' }],
    owedPayments: [{ amount: '7.00', isSandbox: true }],
  })
})

test('after the change to PayPal no sandbox tip is in a sum, and all stay listed', async () => {
  const site = await restart({ env: paypal.env })
  await expectNoRealMoney(site)
  await expectMarkedRows(site)
  const csv = String((await site.creator.get('/api/creator/analytics/series.csv?days=28')).body)
  expect(csv.split('\r\n').at(-2)).toMatch(/,0\.00,no$/)
  expect((await site.fan.get('/')).body).toContain('"isSandbox":false')
  await site.server.stop()
})

test('while payments are off no sandbox tip is in a sum, and all stay listed', async () => {
  const site = await restart({ payments: null })
  await expectNoRealMoney(site)
  await expectMarkedRows(site)
  await site.server.stop()
})

test('real tips are added to real ones alone, and the check compares both kinds', async () => {
  const site = await restart({ env: paypal.env })
  const order = { streamerId: creator.user.id, amount: '5.00', streamId }
  const { id: paypalOrderId } = await openOrder(site.fan, order)
  paypal.orders.approve(paypalOrderId)
  await site.fan.post(`/api/paypal/order/${paypalOrderId}/capture`)
  const socket = await site.server.client().openSubscribedSocket(streamId)
  expect(await site.fan.post('/api/tips', { ...order, paypalOrderId })).toMatchObject({
    status: 201,
    body: { isSandbox: false },
  })
  expect((await socket.waitFor('tip_received')).data).toMatchObject({ tipsTotal: '5.00', isSandbox: false })
  socket.close()
  expect(await sumsOf(site)).toMatchObject({
    earnings: { totalEarnings: '5.00', tipsCount: 1, supportersCount: 1, thisMonth: { amount: '5.00' } },
    stream: { tipsTotal: '5.00' },
    revenue: [500, 500, false],
    owed: [],
  })
  await site.server.stop()
  expect(await sumsOf({ creator, admin: sandbox.admin })).toMatchObject({
    earnings: { totalEarnings: '27.00' },
    stream: { tipsTotal: '27.00' },
    revenue: [2700, 2700, true],
  })
  expect(await listDifferences(sandbox.database.db, 10)).toEqual([])
})

test('an order of the sandbox is neither captured nor refunded with PayPal', async () => {
  const { id } = await openOrder(fan, { streamerId: creator.user.id, amount: '3.00' })
  const [tip] = listTips.response.parse((await creator.get('/api/tips')).body)
  const site = await restart({ env: paypal.env })
  expect((await site.fan.post(`/api/paypal/order/${id}/capture`)).status).toBe(404)
  expect(await site.admin.post(`/api/admin/tips/${tip?.id}/refund`, {})).toMatchObject({
    status: 422,
    body: { code: 'refund_refused' },
  })
  await site.server.stop()
})

test("PayPal's own sandbox is another account than PayPal", async () => {
  const test = await restart({ payments: { ...createPayPal(paypal.config), movesMoney: false } })
  const order = { streamerId: creator.user.id, amount: '4.00' }
  const [{ id: paid }, { id: open }] = [await openOrder(test.fan, order), await openOrder(test.fan, order)]
  paypal.orders.approve(paid)
  await test.fan.post(`/api/paypal/order/${paid}/capture`)
  expect(await test.fan.post('/api/tips', { ...order, paypalOrderId: paid })).toMatchObject({
    status: 201,
    body: { isSandbox: true },
  })
  expect(await sumsOf(test)).toMatchObject({ earnings: { totalEarnings: '31.00', isSandbox: true } })
  await test.server.stop()
  const live = await restart({ env: paypal.env })
  paypal.orders.approve(open)
  expect((await live.fan.post(`/api/paypal/order/${open}/capture`)).status).toBe(404)
  expect((await live.fan.get(`/checkout/${open}`)).status).toBe(404)
  expect(await sumsOf(live)).toMatchObject({ earnings: { totalEarnings: '5.00', isSandbox: false } })
  await live.server.stop()
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import { approveOrder, idOf, openOrder, payOrder, createCreator } from './test-tips.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const malformed = { status: 400, body: { fields: [{ path: 'amount' }] } }
const mismatch = { status: 422, body: { code: 'order_mismatch' } }

test('a tip is recorded from a paid order, once', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '5.00' })
  const untouched = await creator.get('/api/earnings')
  expect(idOf(untouched)).not.toBe(idOf(await fan.get('/api/earnings')))
  const body = { streamerId: creator.user.id, amount: '5.00', message: 'Meda wo ase', paypalOrderId: id }
  expect((await creator.get('/api/tips')).body).toEqual([])
  const first = await fan.post('/api/tips', body)
  expect(first).toMatchObject({
    status: 201,
    body: {
      streamerId: creator.user.id,
      tipper: { id: fan.user.id },
      amount: '5.00',
      currency: 'USD',
      message: 'Meda wo ase',
      paypalOrderId: id,
      status: 'completed',
    },
  })
  const repeated = await fan.post('/api/tips', body)
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
  expect(await fan.post('/api/tips', { ...body, message: 'Other' })).toMatchObject({
    status: 409,
    body: { code: 'order_used' },
  })
  expect((await creator.get('/api/tips')).body).toMatchObject([{ id: idOf(first) }])
  expect((await fan.get('/api/tips?direction=sent')).body).toMatchObject([{ id: idOf(first) }])
  expect((await creator.get('/api/earnings')).body).toMatchObject({
    id: idOf(untouched),
    totalEarnings: '5.00',
    totalTips: '5.00',
    totalSubscriptions: '0',
    lastPayoutAt: null,
    tipsCount: 1,
    supportersCount: 1,
    thisMonth: { amount: '5.00', tipsCount: 1 },
  })
  expect(await listDifferences(server.database.db, 10)).toEqual([])
})

test('an order that is not paid records nothing', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const order = await openOrder(fan, { streamerId: creator.user.id, amount: 10 })
  const body = { streamerId: creator.user.id, amount: 10, paypalOrderId: order.id }
  const refused = { status: 422, body: { code: 'payment_not_completed' } }
  expect(await fan.post('/api/tips', body)).toMatchObject(refused)
  expect(await fan.post(`/api/paypal/order/${order.id}/capture`)).toMatchObject({
    status: 422,
    body: { code: 'payment_not_approved' },
  })
  await approveOrder(server, fan, order.id)
  expect(await fan.post('/api/tips', body)).toMatchObject(refused)
  expect((await creator.get('/api/tips')).body).toEqual([])
})

test('fifty claims of one order at once record one tip', async () => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '25.00' })
  const body = { streamerId: creator.user.id, amount: '25.00', paypalOrderId: id }
  const answers = await Promise.all(Array.from({ length: 50 }, () => fan.post('/api/tips', body)))
  expect(new Set(answers.map((answer) => idOf(answer))).size).toBe(1)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201])
  expect((await creator.get('/api/earnings')).body).toMatchObject({ totalTips: '25.00', tipsCount: 1 })
})

test('an order completes only the tip it was created for', async () => {
  const [creator, other, fan, thief] = [
    await createCreator(server),
    await createCreator(server),
    await server.member(),
    await server.member(),
  ]
  const { id } = await payOrder(server, fan, { streamerId: creator.user.id, amount: '1.00' })
  const body = { streamerId: creator.user.id, amount: '1.00', paypalOrderId: id }
  expect(await fan.post('/api/tips', { ...body, amount: '500.00' })).toMatchObject(mismatch)
  expect(await fan.post('/api/tips', { ...body, streamerId: other.user.id })).toMatchObject(mismatch)
  expect(await thief.post('/api/tips', body)).toMatchObject({ status: 404 })
  expect(await thief.post(`/api/paypal/order/${id}/capture`)).toMatchObject({ status: 404 })
  expect((await creator.get('/api/tips')).body).toEqual([])
  expect(await fan.post('/api/tips', body)).toMatchObject({ status: 201 })
  expect(await thief.post('/api/tips', body)).toMatchObject({ status: 409 })
  expect(await fan.post('/api/tips', { ...body, streamerId: other.user.id })).toMatchObject({ status: 409 })
  expect((await creator.get('/api/tips')).body).toMatchObject([
    { amount: '1.00', tipper: { id: fan.user.id } },
  ])
  expect((await other.get('/api/tips')).body).toEqual([])
})

test('an order without a creator is bound by its first tip', async () => {
  const [creator, other, fan, thief] = [
    await createCreator(server),
    await createCreator(server),
    await server.member(),
    await server.member(),
  ]
  const { id } = await payOrder(server, fan, { amount: '7.50' })
  const body = { amount: '7.5', paypalOrderId: id }
  expect(await thief.post('/api/tips', { ...body, streamerId: other.user.id })).toMatchObject({ status: 404 })
  expect(await fan.post('/api/tips', { ...body, streamerId: creator.user.id })).toMatchObject({ status: 201 })
  expect(await fan.post('/api/tips', { ...body, streamerId: other.user.id })).toMatchObject({ status: 409 })
  expect((await creator.get('/api/earnings')).body).toMatchObject({ totalTips: '7.50' })
  expect((await other.get('/api/earnings')).body).toMatchObject({ totalTips: '0.00' })
})

test('nobody can tip themselves', async () => {
  const creator = await createCreator(server)
  const streamerId = creator.user.id
  const refused = { status: 422, body: { code: 'own_tip' } }
  expect(await creator.post('/api/paypal/order', { amount: 5, streamerId })).toMatchObject(refused)
  const { id } = await payOrder(server, creator, { amount: 5 })
  expect(await creator.post('/api/tips', { streamerId, amount: 5, paypalOrderId: id })).toMatchObject(refused)
})

/** No amounts, each with the one that a lenient reader would take it for. */
const MALFORMED: [unknown, string][] = [
  [-5, '5.00'],
  ['-5', '5.00'],
  [0.999, '1.00'],
  ['0.999', '1.00'],
  [500.001, '500.00'],
  ['500.001', '500.00'],
  ['1e1', '10.00'],
  ['1e3', '500.00'],
  ['5,00', '5.00'],
  [' 5', '5.00'],
  ['NaN', '5.00'],
  [null, '5.00'],
  [{}, '5.00'],
  [['5'], '5.00'],
  [{ value: 5 }, '5.00'],
]
/** Amounts that no tip can have, each with the nearest that a tip can have. */
const BEYOND_LIMITS: [unknown, string][] = [
  [0, '1.00'],
  [0.5, '1.00'],
  ['0.99', '1.00'],
  [500.01, '500.00'],
  ['501', '500.00'],
  [1e3, '500.00'],
]

test.each([...MALFORMED, ...BEYOND_LIMITS])('no order has an amount of %j', async (amount) => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const order = await fan.post('/api/paypal/order', { amount, streamerId: creator.user.id })
  expect(order).toMatchObject(malformed)
})

test.each([
  ...MALFORMED.map(([amount, paid]) => ({ amount, paid, refused: malformed })),
  ...BEYOND_LIMITS.map(([amount, paid]) => ({ amount, paid, refused: mismatch })),
])('an amount of $amount records nothing from a paid order of $paid', async ({ amount, paid, refused }) => {
  const [creator, fan] = [await createCreator(server), await server.member()]
  const streamerId = creator.user.id
  const { id } = await payOrder(server, fan, { streamerId, amount: paid })
  const body = { streamerId, paypalOrderId: id }
  expect(await fan.post('/api/tips', { ...body, amount })).toMatchObject(refused)
  expect((await creator.get('/api/tips')).body).toEqual([])
  expect((await creator.get('/api/earnings')).body).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
  // Nothing but the amount was wrong.
  expect(await fan.post('/api/tips', { ...body, amount: paid })).toMatchObject({ status: 201 })
})

test('a creator without a payout address cannot be tipped', async () => {
  const [creator, fan] = [await server.member(), await server.member()]
  const { id: streamerId } = creator.user
  expect((await fan.get(`/api/users/${streamerId}/tipping`)).body).toEqual({
    canReceive: false,
    reason: 'no_payout',
    isSandbox: true,
  })
  expect(await fan.post('/api/paypal/order', { amount: 5, streamerId })).toMatchObject({
    status: 422,
    body: { code: 'cannot_receive' },
  })
  expect(await fan.post('/api/paypal/order', { amount: 5, streamerId: randomUUID() })).toMatchObject({
    status: 404,
  })
})

test("another member's money is 403, unless an admin asks", async () => {
  const [creator, other] = [await createCreator(server), await server.member()]
  for (const path of ['/api/tips', '/api/earnings']) {
    const own = `${path}/${creator.user.id}`
    expect(await creator.get(own)).toMatchObject({ status: 200 })
    expect(await other.get(own)).toMatchObject({ status: 403 })
    expect(await server.admin.get(own)).toMatchObject({ status: 200 })
  }
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOwed, listPayments } from '#shared/operations/admin-payments.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import { listAudit } from '#server/features/operations/audit/test-queries.ts'
import { checkLedger } from '#server/features/money/ledger/check-job.ts'
import { listDifferences } from '#server/features/money/ledger/queries.ts'
import { creatorEarnings } from '#server/features/money/ledger/schema.ts'
import { paymentOrders } from '#server/features/money/payments/schema.ts'
import { reconcileOrders } from '#server/features/money/tips/reconcile-job.ts'
import { createCreator, idOf, payOrder } from '#server/features/money/tips/test-tips.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox-provider.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

let server: TestApp
/** Replaces `refundCapture` of the sandbox. */
let refundCapture: PaymentProvider['refundCapture'] | null = null
beforeAll(async () => {
  const database = await createTestDatabase()
  const sandbox = createSandbox({ db: database.db, publicUrl: new URL('http://localhost') })
  const payments: PaymentProvider = {
    ...sandbox,
    refundCapture: (...refund) => (refundCapture ?? sandbox.refundCapture)(...refund),
  }
  server = await startTestApp({ database, payments })
  await server.admin.signUp()
})
afterAll(() => server.close())

type Users = { creator: TestClient; fan: TestClient }
const createUsers = async (): Promise<Users> => ({
  creator: await createCreator(server),
  fan: await server.member(),
})

/** Records a tip whose money reached the platform: its order names no creator. */
async function tipByPlatform(
  { creator, fan }: Users,
  amount: string,
): Promise<{ id: string; order: string }> {
  const { id: order } = await payOrder(server, fan, { amount })
  const body = { streamerId: creator.user.id, amount, paypalOrderId: order }
  const recorded = await fan.post('/api/tips', body)
  expect(recorded.status).toBe(201)
  return { id: idOf(recorded), order }
}

async function tipDirectly({ creator, fan }: Users, amount: string): Promise<{ id: string; order: string }> {
  const { id: order } = await payOrder(server, fan, { streamerId: creator.user.id, amount })
  const body = { streamerId: creator.user.id, amount, paypalOrderId: order }
  return { id: idOf(await fan.post('/api/tips', body)), order }
}

const refund = (id: string, body?: object) => server.admin.post(`/api/admin/tips/${id}/refund`, body)
const list = (query: string) => server.admin.get(`/api/admin/payments?${query}`)
const rows = async (query: string) => listPayments.response.parse((await list(query)).body)
const earnings = async ({ creator }: Users) => (await creator.get('/api/earnings')).body
const expectLedgerAddsUp = async () => expect(await listDifferences(server.database.db, 10)).toEqual([])

/** The audit trail of a tip, oldest first. */
async function auditOf(tipId: string) {
  return (await listAudit(server.database.db, 'tip.')).filter(({ subjectId }) => subjectId === tipId)
}

test('an admin refunds a tip, which subtracts from the earnings and stands in the audit trail', async () => {
  const users = await createUsers()
  const { id, order } = await tipByPlatform(users, '20.00')
  expect(await earnings(users)).toMatchObject({ totalTips: '20.00', tipsCount: 1 })
  expect(await refund(id, { reason: 'Sent twice' })).toMatchObject({
    status: 200,
    body: {
      tipId: id,
      status: 'refunded',
      amount: '20.00',
      refundedAmount: '20.00',
      isSandbox: true,
      isPaidToCreator: false,
      providerOrderId: order,
      payer: { id: users.fan.user.id, email: users.fan.user.email },
      creator: { id: users.creator.user.id },
    },
  })
  expect(await earnings(users)).toMatchObject({ totalTips: '0.00', tipsCount: 0 })
  expect((await users.fan.get('/api/tips?direction=sent')).body).toMatchObject([{ id, status: 'refunded' }])
  expect(await auditOf(id)).toMatchObject([
    { actorId: server.admin.user.id, action: 'tip.refund_requested', details: { amount: '20.00' } },
    {
      actorId: server.admin.user.id,
      action: 'tip.refunded',
      details: { refundedAmount: '20.00', refundStatus: 'completed', reason: 'Sent twice' },
    },
  ])
  expect(await refund(id)).toMatchObject({ status: 409, body: { code: 'already_refunded' } })
  await expectLedgerAddsUp()
})

test('a tip is refunded in parts, but never more than is left of it', async () => {
  const users = await createUsers()
  const { id } = await tipByPlatform(users, '10.00')
  for (const amount of ['10.01', '0', '1.005', '-1', '1e1'])
    expect(await refund(id, { amount }), amount).toMatchObject({ status: 400 })
  expect(await refund(id, { amount: '2.50', refundedAmount: '0' })).toMatchObject({
    status: 200,
    body: { status: 'completed', refundedAmount: '2.50' },
  })
  expect(await refund(id, { amount: '2.50', refundedAmount: '0' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(await refund(id, { amount: '7.51' })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'amount', message: 'At most $7.50 is left of this tip.' }] },
  })
  expect(await earnings(users)).toMatchObject({ totalTips: '7.50', tipsCount: 1 })
  expect(await refund(id)).toMatchObject({
    status: 200,
    body: { status: 'refunded', refundedAmount: '10.00' },
  })
  await expectLedgerAddsUp()
})

test.each([
  ['all of it', {}, '10.00'],
  ['a part of it', { amount: '3.00', refundedAmount: '0' }, '3.00'],
])('twelve refunds of %s at once refund once', async (_part, body, refundedAmount) => {
  const users = await createUsers()
  const { id, order } = await tipByPlatform(users, '10.00')
  const responses = await Promise.all(Array.from({ length: 12 }, () => refund(id, body)))
  for (const { status } of responses) expect([200, 409]).toContain(status)
  expect(responses.map(({ status }) => status)).toContain(200)
  expect((await list(`q=${order}`)).body).toMatchObject([{ refundedAmount }])
  const providerOrder = await server.app.context.payments?.getOrder(order)
  expect(providerOrder?.capture?.refunds).toHaveLength(1)
  const made = (await auditOf(id)).filter(({ action }) => action === 'tip.refunded')
  expect(new Set(made.map(({ details }) => details['refundId'])).size).toBe(1)
  await expectLedgerAddsUp()
})

test('a tip that was paid straight to its creator is refunded by the creator alone, which the admin is told', async () => {
  const users = await createUsers()
  const { id, order } = await tipDirectly(users, '15.00')
  const [row] = await rows(`q=${order}`)
  expect(await refund(id)).toMatchObject({
    status: 422,
    body: {
      code: 'refund_refused',
      message: expect.stringMatching(
        new RegExp(`lets only .+ refund this tip.+payment ${row?.captureId} of \\$15.00`),
      ),
    },
  })
  expect((await list(`q=${id}`)).body).toMatchObject([{ status: 'completed', refundedAmount: '0.00' }])
  expect((await auditOf(id)).at(-1)).toMatchObject({
    action: 'tip.refund_failed',
    details: { error: 'refund_refused' },
  })
})

test('a refund whose answer was lost is found again, and not made twice', async () => {
  const users = await createUsers()
  const { id, order } = await tipByPlatform(users, '5.00')
  const sandbox = createSandbox({ db: server.database.db, publicUrl: new URL('http://localhost') })
  refundCapture = async (...args) => {
    await sandbox.refundCapture(...args)
    throw new PaymentError('unavailable', 'the answer was lost')
  }
  expect(await refund(id)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  refundCapture = null
  expect((await list(`q=${id}`)).body).toMatchObject([{ status: 'completed' }])
  expect(await refund(id)).toMatchObject({ status: 409, body: { code: 'already_refunded' } })
  expect((await list(`q=${id}`)).body).toMatchObject([{ status: 'refunded', refundedAmount: '5.00' }])
  expect((await server.app.context.payments?.getOrder(order))?.capture?.refunds).toHaveLength(1)
  await expectLedgerAddsUp()
})

test('nothing is refunded of an unknown tip, nor by anyone but admins', async () => {
  const users = await createUsers()
  const { id } = await tipByPlatform(users, '5.00')
  expect(await refund(users.fan.user.id)).toMatchObject({ status: 404 })
  for (const member of [users.fan, users.creator, server.client()])
    for (const call of ['refund', 'paid-out'])
      expect(await member.post(`/api/admin/tips/${id}/${call}`)).toMatchObject({ status: 404 })
  expect((await list(`q=${id}`)).body).toMatchObject([{ status: 'completed', paidOutAt: null }])
})

test('an order is found by our id and by those of the provider, exactly', async () => {
  const users = await createUsers()
  const { id, order } = await tipDirectly(users, '5.00')
  const [row] = await rows(`q=${order}`)
  expect(row).toMatchObject({ tipId: id, providerOrderId: order, isPaidToCreator: true })
  if (!row) throw new Error('the order is not found')
  for (const q of [row.id, row.id.toUpperCase(), id, row.captureId ?? '', ` ${order} `])
    expect((await list(`q=${encodeURIComponent(q)}`)).body, q).toEqual([row])
  for (const q of [order.slice(1), `${order}%`, users.fan.user.id])
    expect((await list(`q=${encodeURIComponent(q)}`)).body, q).toEqual([])
})

test('payments are listed in pages, the newest first', async () => {
  const users = await createUsers()
  const orders = []
  for (const amount of ['1.00', '2.00', '3.00'])
    orders.push((await payOrder(server, users.fan, { amount })).id)
  const first = await list('limit=2')
  expect(first.body).toMatchObject([{ providerOrderId: orders[2] }, { providerOrderId: orders[1] }])
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1]
  expect((await server.admin.get(next ?? '')).body).toMatchObject([
    { providerOrderId: orders[0] },
    expect.anything(),
  ])
})

test('a paid order that nobody claimed is listed until its payer names a creator', async () => {
  const users = await createUsers()
  const { id: order } = await payOrder(server, users.fan, { amount: '6.00' })
  const unclaimed = async () =>
    (await rows('view=unclaimed&limit=100')).filter(({ providerOrderId }) => providerOrderId === order)
  expect(await unclaimed()).toEqual([])
  // Its page was closed: the reconciling job finds the payment.
  const { db } = server.database
  await db
    .update(paymentOrders)
    .set({ nextCheckAt: new Date(0) })
    .where(eq(paymentOrders.providerOrderId, order))
  await server.runJob(reconcileOrders)
  expect(await unclaimed()).toMatchObject([{ status: 'completed', tipId: null, creator: null }])
  await users.fan.post('/api/tips', {
    streamerId: users.creator.user.id,
    amount: '6.00',
    paypalOrderId: order,
  })
  expect(await unclaimed()).toEqual([])
})

test('what is owed to a creator is listed until an admin marks it as paid, once', async () => {
  const users = await createUsers()
  const [first, second] = [await tipByPlatform(users, '4.00'), await tipByPlatform(users, '9.00')]
  await tipDirectly(users, '30.00')
  await refund(second.id, { amount: '1.00' })
  const owedTips = async () =>
    (await rows('view=owed&limit=100'))
      .filter(({ creator }) => creator?.id === users.creator.user.id)
      .map(({ tipId }) => tipId)
  const owedSum = async () => {
    const { body } = await server.admin.get('/api/admin/payments/owed?limit=100')
    const sums = listOwed.response.parse(body)
    return sums.find(({ creatorId }) => creatorId === users.creator.user.id)?.amount
  }
  expect(await owedTips()).toEqual([second.id, first.id])
  expect(await owedSum()).toBe('12.00')
  const payOut = (id: string) => server.admin.post(`/api/admin/tips/${id}/paid-out`)
  const responses = await Promise.all(Array.from({ length: 6 }, () => payOut(second.id)))
  for (const response of responses)
    expect(response).toMatchObject({ status: 200, body: { tipId: second.id, paidOutAt: expect.any(String) } })
  expect(await owedTips()).toEqual([first.id])
  expect(await owedSum()).toBe('4.00')
  const paidOut = (await auditOf(second.id)).filter(({ action }) => action === 'tip.paid_out')
  expect(paidOut).toMatchObject([{ actorId: server.admin.user.id, details: { amount: '8.00' } }])
  // The earnings have it already.
  expect(await earnings(users)).toMatchObject({ totalTips: '42.00' })
  await payOut(first.id)
  expect(await owedSum()).toBeUndefined()
  // Refunded after all: the creator owes it to the platform.
  await refund(first.id)
  expect(await owedSum()).toBe('-4.00')
  await expectLedgerAddsUp()
})

test('nothing is owed for a tip that was paid straight to its creator, or refunded', async () => {
  const users = await createUsers()
  const [direct, refunded] = [await tipDirectly(users, '4.00'), await tipByPlatform(users, '9.00')]
  await refund(refunded.id)
  for (const { id } of [direct, refunded])
    expect(await server.admin.post(`/api/admin/tips/${id}/paid-out`)).toMatchObject({
      status: 422,
      body: { code: 'unprocessable' },
    })
})

test('admins see the differences that the nightly check found', async () => {
  const state = () => server.admin.get('/api/admin/payments/ledger')
  expect(await state()).toMatchObject({ status: 200, body: { differences: [], isSandbox: true } })
  const users = await createUsers()
  await tipDirectly(users, '4.00')
  const { db } = server.database
  const ofCreator = eq(creatorEarnings.creatorId, users.creator.user.id)
  await db.update(creatorEarnings).set({ totalTipsCents: 399 }).where(ofCreator)
  await server.runJob(checkLedger)
  expect(await state()).toMatchObject({ body: { differences: [{ creatorsCount: 1 }] } })
  await db.update(creatorEarnings).set({ totalTipsCents: 400 }).where(ofCreator)
})

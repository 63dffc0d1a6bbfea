import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCreatorProPayments } from '#shared/money/creator-pro.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { createSandbox } from '#server/payments/sandbox/sandbox-provider.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { ledgerOf, reconcileAll } from './test-queries.ts'
import { PATH, approveInSandbox, daysAgo, isPremium, startSubscription } from './test-subscriptions.ts'

let server: TestApp
let payments: PaymentProvider
/** The sandbox's clock: its subscriptions may begin in the past. */
let time = new Date()
beforeAll(async () => {
  const database = await createTestDatabase()
  const publicUrl = new URL('https://wave.example')
  payments = createSandbox({ db: database.db, publicUrl, now: () => time })
  server = await startTestApp({ payments })
  // The sandbox's rows are in a database of their own, as those of a real provider.
  const { close } = server
  server.close = async () => {
    await close()
    await database.close()
  }
})
afterAll(() => server.close())

/** Subscribes so many days ago. */
async function subscribed(days = 0): Promise<{ member: TestClient; id: string }> {
  const member = await server.member()
  const id = await startSubscription(member)
  time = daysAgo(days)
  await approveInSandbox(server, member, id)
  time = new Date()
  return { member, id }
}

test('Creator Pro is offered with its price, and belongs to nobody without a payment', async () => {
  const member = await server.member()
  expect(await member.get(PATH)).toMatchObject({
    status: 200,
    body: {
      status: 'none',
      price: '5.00',
      currency: 'USD',
      interval: 'month',
      renewsAt: null,
      endsAt: null,
      isSandbox: true,
      isOffered: true,
      reason: null,
    },
  })
  const id = await startSubscription(member)
  expect((await member.get(PATH)).body).toMatchObject({ status: 'pending' })
  expect((await member.post(`${PATH}/refresh`)).body).toMatchObject({ status: 'pending' })
  expect(await isPremium(member)).toBe(false)
  expect(await ledgerOf(server, member)).toEqual([])
  expect(await member.post(PATH)).toMatchObject({
    status: 200,
    body: { subscriptionId: id, checkout: 'frame' },
  })
})

test('an approved subscription gives its benefits at once, with one payment to the platform', async () => {
  const { member, id } = await subscribed()
  const page = await member.openSocket()
  expect((await member.post(`${PATH}/refresh`)).body).toMatchObject({
    status: 'active',
    price: '5.00',
    renewsAt: expect.any(String),
    endsAt: null,
  })
  expect(await page.waitFor('account_changed')).toMatchObject({ userId: member.user.id })
  expect(await isPremium(member)).toBe(true)
  expect((await member.get('/api/auth/user')).body).toMatchObject({
    paypalSubscriptionId: id,
    paypalCustomerId: member.user.id,
  })
  for (let times = 0; times < 3; times++) await member.post(`${PATH}/refresh`)
  expect(await ledgerOf(server, member)).toEqual(['subscription -500'])
  expect((await member.get(`${PATH}/payments`)).body).toMatchObject([
    { amount: '5.00', currency: 'USD', status: 'completed', isSandbox: true },
  ])
  expect(await member.post(PATH)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } })
})

test('twenty calls at once create one subscription', async () => {
  const member = await server.member()
  const answers = await Promise.all(Array.from({ length: 20 }, () => member.post(PATH)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(19).fill(200), 201])
})

test('a page that was closed after the approval loses nothing: the job finds it', async () => {
  const { member } = await subscribed()
  await reconcileAll(server)
  expect(await isPremium(member)).toBe(true)
})

test('each renewal is entered once', async () => {
  const { member } = await subscribed(65)
  await member.post(`${PATH}/refresh`)
  await reconcileAll(server)
  expect(await ledgerOf(server, member)).toEqual(Array(3).fill('subscription -500'))
  const dates: string[] = []
  for await (const page of member.pages(`${PATH}/payments?limit=2`))
    dates.push(...listCreatorProPayments.response.parse(page).map(({ paidAt }) => paidAt))
  expect(dates).toHaveLength(3)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(await isPremium(member)).toBe(true)
})

test('a cancelled subscription keeps its benefits until the end of the paid period', async () => {
  const { member } = await subscribed(20)
  await member.post(`${PATH}/refresh`)
  const cancelled = await member.send('DELETE', PATH)
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', renewsAt: null } })
  expect(Date.parse(Object(cancelled.body).endsAt)).toBeGreaterThan(Date.now())
  expect(await member.send('DELETE', PATH)).toEqual({ ...cancelled, headers: expect.anything() })
  expect(await isPremium(member)).toBe(true)
  expect(await member.post(PATH)).toMatchObject({ status: 409 })
})

test('the benefits end with the paid period, and a new subscription is possible', async () => {
  const { member } = await subscribed(40)
  time = daysAgo(35)
  await member.send('DELETE', PATH)
  time = new Date()
  await reconcileAll(server)
  expect(await isPremium(member)).toBe(false)
  expect((await member.get(PATH)).body).toMatchObject({ status: 'none', isOffered: true })
  expect(await ledgerOf(server, member)).toEqual(['subscription -500'])
  const id = await startSubscription(member)
  await approveInSandbox(server, member, id)
  expect((await member.post(`${PATH}/refresh`)).body).toMatchObject({ status: 'active' })
})

test('a pending subscription can be given up', async () => {
  const member = await server.member()
  const id = await startSubscription(member)
  expect((await member.send('DELETE', PATH)).body).toMatchObject({ status: 'none' })
  expect(await payments.getSubscription(id)).toMatchObject({ status: 'cancelled' })
  expect(await startSubscription(member)).not.toBe(id)
})

test('a changed price is for new subscriptions', async () => {
  const [member, other] = [await server.member(), await subscribed()]
  await other.member.post(`${PATH}/refresh`)
  const pending = await startSubscription(member)
  const setting = { key: 'payments.creatorProPrice', value: '7.50' }
  expect((await server.admin.post('/api/admin/settings', setting)).status).toBe(200)
  expect((await member.get(PATH)).body).toMatchObject({ status: 'pending', price: '5.00' })
  expect((await other.member.get(PATH)).body).toMatchObject({ status: 'active', price: '5.00' })
  const id = await startSubscription(member)
  expect(id).not.toBe(pending)
  await approveInSandbox(server, member, id)
  await member.post(`${PATH}/refresh`)
  expect(await ledgerOf(server, member)).toEqual(['subscription -750'])
  await server.admin.send('DELETE', '/api/admin/settings/payments.creatorProPrice')
})

test.each(['deleted', 'deactivated'] as const)(
  'the subscription of a %s account is cancelled at the provider',
  async (how) => {
    const { member, id } = await subscribed()
    await member.post(`${PATH}/refresh`)
    const { db } = server.database
    const isUser = eq(users.id, member.user.id)
    if (how === 'deleted') await db.delete(users).where(isUser)
    else await db.update(users).set({ isActive: false }).where(isUser)
    await reconcileAll(server)
    expect(await payments.getSubscription(id)).toMatchObject({ status: 'cancelled' })
  },
)

test('the checkout page is for the subscriber alone', async () => {
  const [member, other] = [await server.member(), await server.member()]
  const id = await startSubscription(member)
  const page = await member.get(`/checkout/${id}`)
  expect(page).toMatchObject({ status: 200 })
  expect(page.body).toContain('Subscribe to Creator Pro')
  expect(page.body).toContain('Sandbox: no money moves')
  expect((await other.get(`/checkout/${id}`)).status).toBe(404)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await member.send('POST', `/checkout/${id}/approve`, '', form)).status).toBe(303)
  expect((await member.post(`${PATH}/refresh`)).body).toMatchObject({ status: 'active' })
})

test('nothing is offered while payments are off', async () => {
  const off = await startTestApp({ payments: null })
  const member = await off.member()
  const offer = { status: 'none', isOffered: false, reason: 'payments_off', price: null }
  expect((await member.get(PATH)).body).toMatchObject(offer)
  expect(await member.post(PATH)).toMatchObject({ status: 503, body: { code: 'payments_off' } })
  expect((await member.send('DELETE', PATH)).body).toMatchObject(offer)
  expect((await member.post(`${PATH}/refresh`)).body).toMatchObject(offer)
  await off.close()
})

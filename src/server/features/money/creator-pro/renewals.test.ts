import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eq } from 'drizzle-orm'
import { createPayPal } from '#server/payments/paypal/paypal-provider.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { subscriptions } from './schema.ts'
import { ledgerOf, reconcileAll } from './test-queries.ts'
import { PATH, daysAgo, isPremium, startSubscription } from './test-subscriptions.ts'

// At the simulated provider: payments that fail, and events.

let server: TestApp
let simulator: PayPalSimulator
let plan: string
beforeAll(async () => {
  simulator = await PayPalSimulator.start()
  server = await startTestApp({ payments: createPayPal(simulator.config, { timeoutMs: 2000 }) })
  plan = simulator.subscriptions.addPlan(500)
  await setPlan(plan)
})
afterAll(async () => {
  await server.close()
  await simulator.close()
})

const setPlan = async (value: string) => {
  const setting = { key: 'payments.creatorProPlan', value }
  expect((await server.admin.post('/api/admin/settings', setting)).status).toBe(200)
}
const refresh = (member: TestClient) => member.post(`${PATH}/refresh`)
const statusSeenBy = async (member: TestClient) => Object((await member.get(PATH)).body).status
const eventsOf = (id: string) => simulator.webhooks.events.filter(({ body }) => body.includes(id))

/** Subscribes so many days ago; the first payment is made. */
async function subscribed(days: number): Promise<{ member: TestClient; id: string }> {
  const member = await server.member()
  const id = await startSubscription(member)
  simulator.now = daysAgo(days)
  simulator.approve(id, `PAYER${days}`)
  simulator.now = new Date()
  return { member, id }
}

test('the benefits stay for the grace of an unpaid renewal', async () => {
  const { member, id } = await subscribed(33)
  simulator.subscriptions.failRenewal(id)
  expect(await refresh(member)).toMatchObject({ body: { status: 'grace', renewsAt: null, price: '5.00' } })
  expect(await isPremium(member)).toBe(true)
  simulator.subscriptions.failRenewal(id)
  simulator.subscriptions.failRenewal(id)
  await refresh(member)
  expect(await statusSeenBy(member)).toBe('grace')
  expect(await ledgerOf(server, member)).toEqual(['subscription -500'])
  expect((await member.get(`${PATH}/payments`)).body).toMatchObject([
    { status: 'failed' },
    { status: 'failed' },
    { status: 'failed' },
    { status: 'completed' },
  ])
})

test('after the grace they end, and return once it is paid', async () => {
  const { member, id } = await subscribed(39)
  simulator.now = daysAgo(30)
  await refresh(member)
  simulator.subscriptions.failRenewal(id)
  simulator.now = new Date()
  await reconcileAll(server)
  expect(await statusSeenBy(member)).toBe('suspended')
  expect(await isPremium(member)).toBe(false)
  expect(await member.post(PATH)).toMatchObject({ status: 409 })
  simulator.subscriptions.renew(id)
  await deliverAll(id)
  await vi.waitFor(async () => expect(await isPremium(member)).toBe(true))
  expect(await statusSeenBy(member)).toBe('active')
  expect(await ledgerOf(server, member)).toEqual(Array(2).fill('subscription -500'))
})

test('the grace is a setting', async () => {
  const { member, id } = await subscribed(39)
  simulator.subscriptions.failRenewal(id)
  await refresh(member)
  expect(await isPremium(member)).toBe(false)
  const setting = { key: 'payments.creatorProGraceDays', value: '14' }
  await server.admin.post('/api/admin/settings', setting)
  await reconcileAll(server)
  await server.catchUpWithDatabase()
  expect(await isPremium(member)).toBe(true)
  await server.admin.send('DELETE', `/api/admin/settings/${setting.key}`)
})

test('events in any order, also repeated ones, lead to the same state', async () => {
  const { member, id } = await subscribed(45)
  simulator.subscriptions.failRenewal(id)
  simulator.subscriptions.renew(id)
  simulator.subscriptions.cancelBySubscriber(id)
  const events = eventsOf(id)
  expect(events).toHaveLength(5)
  for (const event of [...events.toReversed(), ...events])
    expect(await simulator.webhooks.deliver(event, `${server.url}/api/paypal/webhook`)).toBe(200)
  await vi.waitFor(async () => expect(await statusSeenBy(member)).toBe('cancelled'))
  expect(await isPremium(member)).toBe(true)
  expect(await ledgerOf(server, member)).toEqual(Array(2).fill('subscription -500'))
  const before = await member.get('/api/auth/user')
  await reconcileAll(server)
  await refresh(member)
  expect((await member.get('/api/auth/user')).body).toEqual(before.body)
})

test.each(['REFUNDED', 'REVERSED'] as const)('a payment that is %s ends what it paid for', async (how) => {
  const { member, id } = await subscribed(3)
  await refresh(member)
  expect(await isPremium(member)).toBe(true)
  simulator.subscriptions.takeBack(id, how)
  await deliverAll(id)
  // It names the payment alone.
  const event = simulator.webhooks.events.at(-1)
  if (!event) throw new Error('there is no event')
  await simulator.webhooks.deliver(event, `${server.url}/api/paypal/webhook`)
  await vi.waitFor(async () => expect(await isPremium(member)).toBe(false))
  await reconcileAll(server)
  expect(await ledgerOf(server, member)).toEqual(['subscription -500', 'subscription_refund 500'])
  expect((await member.get(`${PATH}/payments`)).body).toMatchObject([{ status: how.toLowerCase() }])
})

test('a first payment that fails gives nothing', async () => {
  const { member, id } = await subscribed(0)
  simulator.subscriptions.takeBack(id, 'REFUNDED')
  simulator.subscriptions.failRenewal(id)
  await refresh(member)
  expect(await isPremium(member)).toBe(false)
})

test('a lost answer creates no second subscription', async () => {
  const member = await server.member()
  simulator.faults.add('lost', /subscriptions$/)
  expect(await member.post(PATH)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  const again = await member.post(PATH)
  expect(again.status).toBe(200)
  expect(await member.post(PATH)).toMatchObject({ status: 200, body: again.body })
})

test('a cancellation that the provider does not hear is refused, and the subscription goes on', async () => {
  const { member, id } = await subscribed(1)
  await refresh(member)
  simulator.faults.add('unavailable', /cancel$/)
  expect(await member.send('DELETE', PATH)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await statusSeenBy(member)).toBe('active')
  expect(await member.send('DELETE', PATH)).toMatchObject({ body: { status: 'cancelled' } })
  expect(simulator.subscriptions.get(id)).toMatchObject({ status: 'CANCELLED' })
})

test('a second subscription of the same member does not renew', async () => {
  const { member, id } = await subscribed(1)
  // The first one was given up, but its page was still open.
  const second = await server.member()
  const other = await startSubscription(second)
  await server.database.db
    .update(subscriptions)
    .set({ userId: member.user.id })
    .where(eq(subscriptions.providerSubscriptionId, other))
  simulator.approve(other)
  await reconcileAll(server)
  await reconcileAll(server)
  expect(simulator.subscriptions.get(id)).toMatchObject({ status: 'ACTIVE' })
  expect(simulator.subscriptions.get(other)).toMatchObject({ status: 'CANCELLED' })
})

test('without its plan nothing is offered', async () => {
  const member = await server.member()
  for (const missing of ['P-UNKNOWN', '']) {
    if (missing === '') await server.admin.send('DELETE', '/api/admin/settings/payments.creatorProPlan')
    else await setPlan(missing)
    expect((await member.get(PATH)).body).toMatchObject({
      status: 'none',
      isOffered: false,
      reason: 'plan_missing',
    })
    expect(await member.post(PATH)).toMatchObject({ status: 422, body: { code: 'plan_missing' } })
  }
  await setPlan(plan)
})

async function deliverAll(id: string): Promise<void> {
  for (const event of eventsOf(id))
    expect(await simulator.webhooks.deliver(event, `${server.url}/api/paypal/webhook`)).toBe(200)
}

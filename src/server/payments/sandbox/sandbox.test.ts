import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database } from '#server/db/open.ts'
import { createTestDatabase } from '#server/db/testing/test-database.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { newOrder, testProviderContract } from '#server/payments/testing/provider-contract.ts'
import { createSandbox } from './sandbox-provider.ts'

const publicUrl = new URL('https://wave.example')

testProviderContract('sandbox', async () => {
  const database = await createTestDatabase()
  const provider = createSandbox({ db: database.db, publicUrl })
  return {
    provider,
    approve: async (id) => {
      expect(await approveAs(provider, id, 'payer')).toBe(true)
    },
    planId: provider.builtInPlan(500),
    payeeEmail: 'creator@example.org',
    close: () => database.close(),
  }
})

let database: Database
let time = new Date('2026-01-31T12:00:00Z')
let sandbox: PaymentProvider
beforeAll(async () => {
  database = await createTestDatabase()
  sandbox = createSandbox({ db: database.db, publicUrl, now: () => time })
})
afterAll(() => database.close())

test('an order is approved on the page of this site, by one payer', async () => {
  const { id, approveUrl } = await sandbox.createOrder(newOrder())
  expect(approveUrl).toBe(`https://wave.example/checkout/${id}`)
  expect(await approveAs(sandbox, id, 'payer')).toBe(true)
  expect(await approveAs(sandbox, id, 'payer')).toBe(true)
  expect(await approveAs(sandbox, id, 'another')).toBe(false)
  expect(await sandbox.getOrder(id)).toMatchObject({ payerId: 'payer' })
  expect(await approveAs(sandbox, 'UNKNOWN', 'payer')).toBe(false)
})

test('orders survive a restart', async () => {
  const { id } = await sandbox.createOrder(newOrder())
  await approveAs(sandbox, id, 'payer')
  const restarted = createSandbox({ db: database.db, publicUrl })
  expect(await restarted.captureOrder(id)).toMatchObject({ capture: { status: 'completed' } })
})

test('a subscription renews each month on its day, or on the last one, until it is cancelled', async () => {
  time = new Date('2026-01-31T12:00:00Z')
  const planId = sandbox.builtInPlan(700) ?? ''
  const urls = { returnUrl: publicUrl.href, cancelUrl: publicUrl.href }
  const { id } = await sandbox.createSubscription({ planId, reference: randomUUID(), ...urls })
  await approveAs(sandbox, id, 'subscriber')
  const paymentsUntil = async (now: string) => {
    time = new Date(now)
    const payments = await sandbox.listSubscriptionPayments(id, { from: new Date(0), to: time })
    expect(new Set(payments.map((payment) => payment.id)).size).toBe(payments.length)
    expect(payments.every(({ amountCents }) => amountCents === 700)).toBe(true)
    return payments.map(({ paidAt }) => paidAt.toISOString().slice(0, 10))
  }
  expect(await paymentsUntil('2026-02-28T11:59:00Z')).toEqual(['2026-01-31'])
  expect(await paymentsUntil('2026-03-31T12:00:00Z')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
  expect(await sandbox.getSubscription(id)).toMatchObject({
    lastPaymentAt: new Date('2026-03-31T12:00:00Z'),
    nextBillingAt: new Date('2026-04-30T12:00:00Z'),
  })
  await sandbox.cancelSubscription(id)
  expect(await paymentsUntil('2026-12-01T00:00:00Z')).toHaveLength(3)
  expect(await approveAs(sandbox, id, 'subscriber')).toBe(false)
})

async function approveAs({ approval }: PaymentProvider, id: string, payerId: string): Promise<boolean> {
  if (approval.kind !== 'form') throw new Error('the sandbox is approved by a form')
  return approval.approve(id, payerId)
}

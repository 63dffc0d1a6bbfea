import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { PAYPAL_LIVE_API, readPayments } from '#server/payments/payments-config.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { kindOf, newOrder, testProviderContract } from '#server/payments/testing/provider-contract.ts'
import type { SimulatedEvent } from '#server/payments/testing/simulator/webhooks.ts'
import { createPayPal } from './paypal-provider.ts'

testProviderContract('paypal', async () => {
  const own = await PayPalSimulator.start()
  return {
    provider: createPayPal(own.config),
    approve: async (id) => own.approve(id),
    planId: own.subscriptions.addPlan(500),
    payeeEmail: 'creator@example.org',
    close: () => own.close(),
  }
})

// PayPal's own sandbox: a person would have to approve there.
const real = readPayments(process.env, { env: 'test', publicUrl: new URL('http://localhost') })
describe.skipIf(real?.provider !== 'paypal' || real.baseUrl.origin === PAYPAL_LIVE_API)('at PayPal', () => {
  testProviderContract('paypal', async () => {
    if (real?.provider !== 'paypal') throw new Error('there are no credentials')
    return {
      provider: createPayPal(real),
      approve: null,
      planId: process.env['PAYPAL_PLAN_ID'] ?? null,
      payeeEmail: process.env['PAYPAL_PAYEE_EMAIL'] ?? 'creator@example.org',
    }
  })
})

let simulator: PayPalSimulator
let payPal: PaymentProvider
/** Does not wait long for an answer. */
let impatient: PaymentProvider
beforeAll(async () => {
  simulator = await PayPalSimulator.start()
  payPal = createPayPal(simulator.config)
  impatient = createPayPal(simulator.config, { timeoutMs: 200 })
})
beforeEach(() => simulator.faults.clear())
afterAll(() => simulator.close())

const CAPTURE = /\/capture$/
const approvedOrder = async (order = newOrder()) => {
  const { id } = await payPal.createOrder(order)
  simulator.approve(id)
  return id
}

test.each([
  ['https://api-m.sandbox.paypal.com', false],
  [PAYPAL_LIVE_API, true],
])('%s moves money: %s', (origin, movesMoney) => {
  expect(createPayPal({ ...simulator.config, baseUrl: new URL(origin) }).movesMoney).toBe(movesMoney)
})

describe('a capture', () => {
  test.each(['lost', 'hanging', 'broken', 'garbled'] as const)(
    'that succeeded with a %s answer is found again, and takes the money once',
    async (fault) => {
      const id = await approvedOrder()
      const captures = simulator.orders.captureCount
      simulator.faults.add(fault, CAPTURE)
      // On a busy machine the time limit may pass before the request is sent: then it is sent again.
      await expect
        .poll(async () => [await kindOf(impatient.captureOrder(id)), simulator.orders.captureCount])
        .toEqual(['unavailable', captures + 1])
      expect(await payPal.getOrder(id)).toMatchObject({
        status: 'completed',
        capture: { status: 'completed' },
      })
      expect(await payPal.captureOrder(id)).toMatchObject({ capture: { status: 'completed' } })
      expect(simulator.orders.captureCount).toBe(captures + 1)
    },
  )

  test.each(['unavailable', 'rate_limited'] as const)(
    'that is answered with %s took nothing',
    async (fault) => {
      const id = await approvedOrder()
      simulator.faults.add(fault, CAPTURE)
      expect(await kindOf(payPal.captureOrder(id))).toBe('unavailable')
      expect(await payPal.getOrder(id)).toMatchObject({ status: 'approved', capture: null })
    },
  )

  test('may be pending, and then complete or fail', async () => {
    for (const [end, status] of [
      ['COMPLETED', 'completed'],
      ['DECLINED', 'declined'],
    ] as const) {
      const id = await approvedOrder()
      simulator.orders.nextCaptures('PENDING')
      expect(await payPal.captureOrder(id)).toMatchObject({
        status: 'completed',
        capture: { status: 'pending' },
      })
      simulator.orders.resolvePending(id, end)
      expect(await payPal.getOrder(id)).toMatchObject({ capture: { status } })
      // Repeating it returns the order as it is now.
      expect(await payPal.captureOrder(id)).toMatchObject({ capture: { status } })
    }
  })

  test('may be declined: finally, or so that the payer can choose another card', async () => {
    const id = await approvedOrder()
    simulator.orders.nextCaptures('DECLINED')
    expect(await payPal.captureOrder(id)).toMatchObject({ capture: { status: 'declined' } })
    const other = await approvedOrder()
    simulator.orders.nextCaptures('INSTRUMENT_DECLINED')
    expect(await kindOf(payPal.captureOrder(other))).toBe('declined')
    expect(await payPal.getOrder(other)).toMatchObject({ status: 'approved', capture: null })
  })
})

test('an order is created once although the first answer was lost', async () => {
  const order = newOrder()
  simulator.faults.add('lost', /orders$/)
  expect(await kindOf(payPal.createOrder(order))).toBe('unavailable')
  const { id } = await payPal.createOrder(order)
  expect((await payPal.createOrder(order)).id).toBe(id)
})

test('an order that nobody approved in time is void', async () => {
  const { id } = await payPal.createOrder(newOrder())
  simulator.orders.void(id)
  expect(await payPal.getOrder(id)).toMatchObject({ status: 'voided' })
})

test('shows what the payee refunded, and refunds for a payee that allows it', async () => {
  const payeeEmail = 'consenting@example.org'
  simulator.orders.allowRefundsFor(payeeEmail)
  const id = await approvedOrder(newOrder({ payeeEmail }))
  const { capture } = await payPal.captureOrder(id)
  simulator.orders.refundByPayee(id, 150)
  expect(await payPal.getOrder(id)).toMatchObject({ capture: { status: 'completed', refundedCents: 150 } })
  await payPal.refundCapture(capture?.id ?? '', { reference: crypto.randomUUID(), payeeEmail })
  expect((await payPal.getOrder(id))?.capture).toMatchObject({
    refundedCents: 500,
    refunds: [{ amountCents: 150 }, { amountCents: 350 }],
  })
})

test('one access token serves all requests until it is revoked', async () => {
  const provider = createPayPal(simulator.config)
  const tokens = () => simulator.requests.filter((request) => request.endsWith('/v1/oauth2/token')).length
  const before = tokens()
  await Promise.all(Array.from({ length: 10 }, () => provider.getOrder('UNKNOWN')))
  expect(tokens()).toBe(before + 1)
  simulator.revokeTokens()
  await Promise.all(Array.from({ length: 10 }, () => provider.getOrder('UNKNOWN')))
  expect(tokens()).toBe(before + 2)
})

test('wrong credentials are an error without the secret', async () => {
  const provider = createPayPal({ ...simulator.config, clientSecret: 'hush' })
  const error: unknown = await provider.getOrder('UNKNOWN').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ kind: 'unavailable', issue: 'invalid_client' })
  expect(String(error)).not.toContain('hush')
})

test('a provider that is away is an error, not a missing record', async () => {
  const provider = createPayPal({ ...simulator.config, baseUrl: new URL('http://127.0.0.1:9') })
  expect(await kindOf(provider.getOrder('UNKNOWN'))).toBe('unavailable')
})

test('a subscription shows failed payments, its suspension and its end', async () => {
  const planId = simulator.subscriptions.addPlan(500)
  const urls = { returnUrl: 'https://wave.example/', cancelUrl: 'https://wave.example/' }
  const { id } = await payPal.createSubscription({ planId, reference: crypto.randomUUID(), ...urls })
  simulator.approve(id)
  simulator.subscriptions.failRenewal(id)
  expect(await payPal.getSubscription(id)).toMatchObject({ status: 'active', failedPayments: 1 })
  simulator.subscriptions.renew(id)
  expect(await payPal.getSubscription(id)).toMatchObject({ status: 'active', failedPayments: 0 })
  for (let count = 0; count < 3; count++) simulator.subscriptions.failRenewal(id)
  expect(await payPal.getSubscription(id)).toMatchObject({ status: 'suspended', failedPayments: 3 })
  simulator.subscriptions.expire(id)
  await payPal.cancelSubscription(id)
  expect(await payPal.getSubscription(id)).toMatchObject({ status: 'expired' })
  simulator.subscriptions.deactivatePlan(planId)
  expect(await payPal.getPlan(planId)).toBeNull()
})

describe('an event', () => {
  const received = ({ headers, body }: SimulatedEvent) => ({ headers, rawBody: Buffer.from(body) })
  const newest = () => {
    const event = simulator.webhooks.events.at(-1)
    if (!event) throw new Error('there is no event')
    return event
  }

  test('names the order that changed, by its id or our reference', async () => {
    const order = newOrder()
    const id = await approvedOrder(order)
    const { reference } = order
    expect(await payPal.readEvent(received(newest()))).toEqual({
      id: newest().id,
      type: 'CHECKOUT.ORDER.APPROVED',
      subject: { kind: 'order', id, reference },
      reversal: null,
    })
    const { capture } = await payPal.captureOrder(id)
    expect(await payPal.readEvent(received(newest()))).toMatchObject({
      type: 'PAYMENT.CAPTURE.COMPLETED',
      subject: { kind: 'order', id, reference, paymentId: capture?.id },
    })
    simulator.orders.refundByPayee(id)
    expect(await payPal.readEvent(received(newest()))).toMatchObject({
      type: 'PAYMENT.CAPTURE.REFUNDED',
      subject: { kind: 'order', paymentId: capture?.id },
      reversal: null,
    })
    simulator.orders.reverse(id, 123)
    expect(await payPal.readEvent(received(newest()))).toMatchObject({
      subject: { kind: 'order', paymentId: capture?.id },
      reversal: { id: expect.any(String), amount: { cents: 123, currency: order.currency } },
    })
  })

  test('names the subscription that changed', async () => {
    const planId = simulator.subscriptions.addPlan(500)
    const urls = { returnUrl: 'https://wave.example/', cancelUrl: 'https://wave.example/' }
    const reference = crypto.randomUUID()
    const { id } = await payPal.createSubscription({ planId, reference, ...urls })
    simulator.approve(id)
    const [activated, paid] = simulator.webhooks.events.slice(-2)
    for (const event of [activated, paid])
      expect(event && (await payPal.readEvent(received(event)))).toMatchObject({
        subject: { kind: 'subscription', id, reference },
        reversal: null,
      })
    simulator.subscriptions.takeBack(id, 'REVERSED')
    expect(await payPal.readEvent(received(newest()))).toMatchObject({
      subject: { kind: 'subscription', paymentId: expect.any(String) },
      reversal: { amount: null },
    })
  })

  test('of another kind is ignored', async () => {
    simulator.webhooks.publish('CUSTOMER.DISPUTE.CREATED', 'dispute', { dispute_id: 'PP-D-1' })
    expect(await payPal.readEvent(received(newest()))).toBeNull()
  })

  test('that is forged or altered is refused', async () => {
    await approvedOrder()
    const event = newest()
    const { headers, body } = event
    const forgeries = [
      { headers, rawBody: body.replace('APPROVED', 'COMPLETED') },
      { headers, rawBody: JSON.stringify(JSON.parse(body)) },
      { headers, rawBody: 'not JSON' },
      { headers, rawBody: `${body},"webhook_id":"another"` },
      { headers: { ...headers, 'paypal-transmission-sig': 'AAAA' }, rawBody: body },
      { headers: { ...headers, 'paypal-transmission-id': undefined }, rawBody: body },
    ]
    for (const forgery of forgeries) expect(await kindOf(payPal.readEvent(forgery))).toBe('forged')
    const otherSite = createPayPal({ ...simulator.config, webhookId: 'ANOTHER' })
    expect(await kindOf(otherSite.readEvent(received(event)))).toBe('forged')
    const withoutWebhook = createPayPal({ ...simulator.config, webhookId: null })
    expect(await kindOf(withoutWebhook.readEvent(received(event)))).toBe('forged')
  })

  test('that cannot be verified now is not taken for forged', async () => {
    await approvedOrder()
    simulator.faults.add('unavailable', /verify/)
    expect(await kindOf(payPal.readEvent(received(newest())))).toBe('unavailable')
  })
})

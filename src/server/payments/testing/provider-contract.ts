import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PaymentError, type PaymentErrorKind } from '#server/payments/payment-error.ts'
import type { NewOrder, PaymentProvider } from '#server/payments/payment-provider.ts'

/** A provider that the contract suite runs against. */
export type ContractSubject = {
  provider: PaymentProvider
  /** Approves as a payer; null where only a person can, as at a real provider. */
  approve: ((id: string) => Promise<void>) | null
  /** A plan of 5.00 USD a month; null if there is none. */
  planId: string | null
  /** An account that is not ours, and has not allowed us to refund its payments. */
  payeeEmail: string
  close?(): Promise<void>
}

/** What every payment provider does: the features rely on nothing else. A new provider passes it unchanged. */
export function testProviderContract(name: string, open: () => Promise<ContractSubject>): void {
  describe(`the payment provider '${name}'`, () => {
    let subject: ContractSubject
    let provider: PaymentProvider
    beforeAll(async () => {
      subject = await open()
      ;({ provider } = subject)
    })
    afterAll(() => subject?.close?.())

    const approve = async (id: string) => {
      if (!subject.approve) throw new Error('nobody can approve here')
      await subject.approve(id)
    }
    const captured = async (order: Partial<NewOrder> = {}) => {
      const { id } = await provider.createOrder(newOrder(order))
      await approve(id)
      return provider.captureOrder(id)
    }

    test('starts the SDK of the browser with a token', async () => {
      expect((await provider.setup()).clientToken).not.toBe('')
    })

    test('creates an order as it was asked for, and finds it again', async () => {
      const order = newOrder({ payeeEmail: subject.payeeEmail, amountCents: 1999 })
      const created = await provider.createOrder(order)
      expect(created).toMatchObject({
        status: 'created',
        reference: order.reference,
        amountCents: 1999,
        currency: 'USD',
        payeeEmail: subject.payeeEmail,
        capture: null,
        payerId: null,
      })
      const { approveUrl, ...rest } = created
      expect(approveUrl).toMatch(/^https?:\/\//)
      expect(await provider.getOrder(created.id)).toMatchObject(rest)
    })

    test('creates one order for one reference', async () => {
      const order = newOrder()
      const orders = [await provider.createOrder(order), await provider.createOrder(order)]
      expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
      const other = await provider.createOrder(newOrder())
      expect(other.id).not.toBe(orders[0]?.id)
    })

    test.each(['UNKNOWN1234567890', '../../v1/oauth2/token', 'a b', ''])('has no record %j', async (id) => {
      expect(await provider.getOrder(id)).toBeNull()
      expect(await provider.getSubscription(id)).toBeNull()
      expect(await provider.getPlan(id)).toBeNull()
      expect(await kindOf(provider.captureOrder(id))).toBe('not_found')
      expect(await kindOf(provider.refundCapture(id, refund()))).toBe('not_found')
      expect(await kindOf(provider.cancelSubscription(id))).toBe('not_found')
      const range = { from: new Date(0), to: new Date() }
      expect(await kindOf(provider.listSubscriptionPayments(id, range))).toBe('not_found')
      expect(await kindOf(provider.createSubscription(newSubscription(id)))).toBe('not_found')
    })

    test('does not capture what its payer has not approved', async () => {
      const { id } = await provider.createOrder(newOrder())
      expect(await kindOf(provider.captureOrder(id))).toBe('not_approved')
      expect(await provider.getOrder(id)).toMatchObject({ status: 'created', capture: null })
    })

    test('captures an approved order once, however often it is asked', async ({ skip }) => {
      if (!subject.approve) return skip()
      const { id, reference } = await provider.createOrder(newOrder({ amountCents: 501 }))
      await approve(id)
      const approved = await provider.getOrder(id)
      expect(approved).toMatchObject({ status: 'approved', capture: null, approveUrl: null })
      expect(approved?.payerId).toEqual(expect.any(String))
      const results = await Promise.all(Array.from({ length: 20 }, () => provider.captureOrder(id)))
      const [first] = results
      expect(first).toMatchObject({
        id,
        reference,
        status: 'completed',
        amountCents: 501,
        capture: { status: 'completed', amountCents: 501, currency: 'USD', refundedCents: 0, refunds: [] },
      })
      for (const result of [...results, await provider.captureOrder(id), await provider.getOrder(id)])
        expect(result).toEqual(first)
    })

    test('refunds a payment to the platform in parts, each reference once', async ({ skip }) => {
      if (!subject.approve) return skip()
      const { id, capture } = await captured({ amountCents: 1000 })
      const captureId = capture?.id ?? ''
      const part = { ...refund(), amountCents: 300 }
      const first = await provider.refundCapture(captureId, part)
      expect(first.status).toBe('completed')
      expect(await provider.refundCapture(captureId, part)).toEqual(first)
      expect((await provider.getOrder(id))?.capture).toMatchObject({
        status: 'completed',
        amountCents: 1000,
        refundedCents: 300,
        refunds: [{ id: first.id, amountCents: 300 }],
      })
      expect(await kindOf(provider.refundCapture(captureId, { ...refund(), amountCents: 701 }))).toBe(
        'refused',
      )
      await provider.refundCapture(captureId, refund())
      expect((await provider.getOrder(id))?.capture).toMatchObject({ refundedCents: 1000 })
      expect(await kindOf(provider.refundCapture(captureId, refund()))).toBe('refused')
    })

    test('does not refund what was paid to somebody else', async ({ skip }) => {
      if (!subject.approve) return skip()
      const { payeeEmail } = subject
      const { id, capture } = await captured({ payeeEmail })
      expect(await kindOf(provider.refundCapture(capture?.id ?? '', { ...refund(), payeeEmail }))).toBe(
        'refused',
      )
      expect((await provider.getOrder(id))?.capture).toMatchObject({ refundedCents: 0 })
    })

    test('has a plan with its price', async ({ skip }) => {
      if (subject.planId === null) return skip()
      expect(await provider.getPlan(subject.planId)).toEqual({
        priceCents: 500,
        currency: 'USD',
        interval: 'month',
        intervalCount: 1,
      })
    })

    test('creates one subscription for one reference, which is not active before it is approved', async ({
      skip,
    }) => {
      if (subject.planId === null) return skip()
      const subscription = newSubscription(subject.planId)
      const created = await provider.createSubscription(subscription)
      expect(created).toMatchObject({
        status: 'pending',
        reference: subscription.reference,
        planId: subject.planId,
        lastPaymentAt: null,
      })
      expect(created.approveUrl).toMatch(/^https?:\/\//)
      expect((await provider.createSubscription(subscription)).id).toBe(created.id)
      expect(await provider.getSubscription(created.id)).toMatchObject({ status: 'pending' })
    })

    test('an approved subscription is paid and active until it is cancelled', async ({ skip }) => {
      if (subject.planId === null || !subject.approve) return skip()
      const { id } = await provider.createSubscription(newSubscription(subject.planId))
      await approve(id)
      const active = await provider.getSubscription(id)
      expect(active).toMatchObject({ status: 'active', failedPayments: 0, approveUrl: null })
      expect(active?.subscriberId).toEqual(expect.any(String))
      expect(active?.nextBillingAt?.getTime()).toBeGreaterThan(active?.lastPaymentAt?.getTime() ?? Infinity)
      const range = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000) }
      const payments = await provider.listSubscriptionPayments(id, range)
      expect(payments).toMatchObject([{ status: 'completed', amountCents: 500, currency: 'USD' }])
      expect(payments[0]?.paidAt).toEqual(active?.lastPaymentAt)
      const early = { from: new Date(0), to: range.from }
      expect(await provider.listSubscriptionPayments(id, early)).toEqual([])
      await provider.cancelSubscription(id)
      await provider.cancelSubscription(id)
      expect(await provider.getSubscription(id)).toMatchObject({ status: 'cancelled', nextBillingAt: null })
      expect(await provider.listSubscriptionPayments(id, range)).toHaveLength(1)
    })

    test('takes no event without its signature', async () => {
      const rawBody = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} })
      expect(await kindOf(provider.readEvent({ headers: {}, rawBody }))).toBe('forged')
    })

    test('knows which countries receive', () => {
      expect([provider.canReceive('US'), provider.canReceive('za')]).toEqual([true, true])
      expect([provider.canReceive('GH'), provider.canReceive('XX')]).toEqual([false, false])
    })
  })
}

/** Returns the kind of the `PaymentError` that a call throws; null if it throws none. */
export async function kindOf(call: Promise<unknown>): Promise<PaymentErrorKind | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof PaymentError) return error.kind
    throw error
  }
}

const URLS = { returnUrl: 'https://wave.example/return', cancelUrl: 'https://wave.example/cancel' }

/** An order of 5.00 USD to the platform. */
export const newOrder = (order: Partial<NewOrder> = {}): NewOrder => ({
  reference: randomUUID(),
  amountCents: 500,
  currency: 'USD',
  payeeEmail: null,
  description: 'A tip',
  ...URLS,
  ...order,
})

const newSubscription = (planId: string) => ({ planId, reference: randomUUID(), ...URLS })
const refund = () => ({ reference: randomUUID(), payeeEmail: null })

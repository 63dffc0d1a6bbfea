import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subscribeToCreatorPro } from '#shared/money/creator-pro.ts'
import { createOrder } from '#shared/money/payments.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { PayPalSimulator } from '#server/payments/testing/paypal-simulator.ts'
import { newOrder } from '#server/payments/testing/provider-contract.ts'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import type { Checkout } from './find-checkout.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** What each payer pays for, by the payer's id. */
const checkouts = new Map<string, Checkout>()
const findCheckout = async (id: string, userId: string) => {
  const found = checkouts.get(userId)
  return found?.providerId === id ? found : null
}
const providerOf = ({ app }: TestApp): PaymentProvider => {
  if (!app.context.payments) throw new Error('payments are off')
  return app.context.payments
}

/** Creates an order of 12.50 USD, and its payer. */
async function createTip(server: TestApp, title = 'Adaeze Nwosu') {
  const payer = await server.member()
  const { id } = await providerOf(server).createOrder(newOrder({ amountCents: 1250 }))
  checkouts.set(payer.user.id, { kind: 'tip', providerId: id, amountCents: 1250, currency: 'USD', title })
  return { payer, id, path: `/checkout/${id}` }
}

const open = async (client: TestClient, path: string) => {
  const { status, body, headers } = await client.get(path)
  return { status, html: String(body), headers }
}
const outcomeOf = (html: string) => /data-outcome="(\w+)"/.exec(html)?.[1] ?? null
const approve = (client: TestClient, path: string) => client.post(`${path}/approve`, '', FORM)

describe('with the sandbox', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp({ findCheckout })
  })
  afterAll(() => server.close())

  test('the payer sees what is paid, that no money moves, and approves with a form', async () => {
    const { payer, id, path } = await createTip(server)
    const page = await open(payer, path)
    expect(page.status).toBe(200)
    for (const text of ['Sandbox: no money moves', 'Tip Adaeze Nwosu', '$12.50', `data-checkout="${id}"`])
      expect(page.html).toContain(text)
    expect(page.html).toContain(`<form method="post" action="${path}/approve">`)
    expect(outcomeOf(page.html)).toBeNull()
    expect(page.headers.get('cache-control')).toBe('no-store')
    const response = await approve(payer, path)
    expect([response.status, response.headers.get('location')]).toEqual([303, path])
    expect(outcomeOf((await open(payer, path)).html)).toBe('approved')
    expect(await providerOf(server).getOrder(id)).toMatchObject({
      status: 'approved',
      payerId: payer.user.id,
    })
    await approve(payer, path)
    expect(outcomeOf((await open(payer, path)).html)).toBe('approved')
  })

  test('nobody else sees or approves it', async () => {
    const { id, path } = await createTip(server)
    const { payer: other } = await createTip(server)
    expect(await open(other, path)).toMatchObject({ status: 404 })
    expect((await open(other, path)).html).not.toContain('12.50')
    await approve(other, path)
    const visitor = server.client()
    const { status, headers } = await open(visitor, `${path}?cancelled=1`)
    expect([status, headers.get('location')]).toEqual([
      302,
      `/auth/login?returnTo=${encodeURIComponent(path)}`,
    ])
    await approve(visitor, path)
    expect(await providerOf(server).getOrder(id)).toMatchObject({ status: 'created', payerId: null })
  })

  test('a page of another site cannot approve', async () => {
    const { payer, id, path } = await createTip(server)
    const headers = { ...FORM, origin: 'https://elsewhere.example' }
    expect(await payer.post(`${path}/approve`, '', headers)).toMatchObject({ status: 403 })
    expect(await providerOf(server).getOrder(id)).toMatchObject({ status: 'created' })
  })

  test('the payer can cancel, and pay after all', async () => {
    const { payer, id, path } = await createTip(server)
    const cancelled = await open(payer, `${path}?cancelled=1`)
    expect(outcomeOf(cancelled.html)).toBe('cancelled')
    expect(await providerOf(server).getOrder(id)).toMatchObject({ status: 'created' })
    await approve(payer, path)
    // An approval cannot be cancelled: the page says what the provider says.
    expect(outcomeOf((await open(payer, `${path}?cancelled=1`)).html)).toBe('approved')
  })

  test('a subscription is approved in the same way, until it has ended', async () => {
    const provider = providerOf(server)
    const payer = await server.member()
    const urls = { returnUrl: server.url, cancelUrl: server.url }
    const planId = provider.builtInPlan(500) ?? ''
    const { id } = await provider.createSubscription({ planId, reference: crypto.randomUUID(), ...urls })
    const path = `/checkout/${id}`
    const title = 'Creator Pro'
    checkouts.set(payer.user.id, {
      kind: 'subscription',
      providerId: id,
      amountCents: 500,
      currency: 'USD',
      title,
    })
    expect((await open(payer, path)).html).toContain('Subscribe to Creator Pro')
    await approve(payer, path)
    expect(outcomeOf((await open(payer, path)).html)).toBe('approved')
    await provider.cancelSubscription(id)
    expect(outcomeOf((await open(payer, path)).html)).toBe('failed')
  })

  test('a name is text, not markup', async () => {
    const { payer, path } = await createTip(server, '<script>alert(1)</script>&"')
    const { html } = await open(payer, path)
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&#60;script&#62;alert')
  })

  test.each(['UNKNOWN', '%2e%2e%2f', 'a%20b', 'x'.repeat(300), '%22%3E%3Cscript%3E'])(
    'there is no checkout %s',
    async (id) => {
      const payer = await server.member()
      const page = await open(payer, `/checkout/${id}`)
      expect(page.status).toBe(404)
      expect(page.html).not.toContain('"><script>')
      expect((await approve(payer, `/checkout/${id}`)).status).toBe(303)
    },
  )

  test("the order of a tip has its page, by the provider's id and by ours", async () => {
    const payer = await server.member()
    const response = await payer.post(createOrder.path, { amount: '7.00' })
    const { id, checkout, approveUrl } = createOrder.response.parse(response.body)
    expect([checkout, new URL(approveUrl).pathname]).toEqual(['frame', `/checkout/${id}`])
    expect((await open(payer, `/checkout/${id}`)).html).toContain('$7.00')
    const reference = (await providerOf(server).getOrder(id))?.reference ?? ''
    const byReference = await open(payer, `/checkout/${reference}`)
    expect(byReference.html).toContain(`data-checkout="${id}"`)
    expect((await open(await server.member(), `/checkout/${reference}`)).status).toBe(404)
  })
})

describe('with PayPal', () => {
  let simulator: PayPalSimulator
  let server: TestApp
  beforeAll(async () => {
    simulator = await PayPalSimulator.start()
    server = await startTestApp({ findCheckout, env: simulator.env })
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
  })

  test("the page loads PayPal's buttons, and has a link to its page", async () => {
    const { payer, path } = await createTip(server)
    const { html, headers } = await open(payer, path)
    expect(html).not.toContain('Sandbox')
    expect(html).toContain('data-script="https://www.paypal.com/sdk/js?client-id=simulated-client')
    expect(html).toMatch(/<a [^>]*href="https:\/\/www\.sandbox\.paypal\.com\/checkoutnow\?token=\w+"/)
    const policy = headers.get('content-security-policy')
    for (const directive of ['script-src', 'connect-src', 'frame-src'])
      expect(policy).toMatch(new RegExp(`${directive}[^;]* https://\\*\\.paypal\\.com`))
  })

  test('pages are told to open the checkout of a tip and of a subscription as a window', async () => {
    const payer = await server.member()
    expect(await payer.post(createOrder.path, { amount: '7.00' })).toMatchObject({
      status: 201,
      body: { checkout: 'window' },
    })
    const setting = { key: 'payments.creatorProPlan', value: simulator.subscriptions.addPlan(500) }
    expect((await server.admin.post('/api/admin/settings', setting)).status).toBe(200)
    const subscribed = { checkout: 'window', approveUrl: expect.stringContaining('/checkout/I-') }
    for (const status of [201, 200])
      expect(await payer.post(subscribeToCreatorPro.path)).toMatchObject({ status, body: subscribed })
  })

  test('only PayPal can say that it is approved', async () => {
    const { payer, id, path } = await createTip(server)
    await approve(payer, path)
    expect(outcomeOf((await open(payer, path)).html)).toBeNull()
    simulator.approve(id)
    expect(outcomeOf((await open(payer, path)).html)).toBe('approved')
  })

  test('an order that is void has ended', async () => {
    const { payer, id, path } = await createTip(server)
    simulator.orders.void(id)
    expect(outcomeOf((await open(payer, path)).html)).toBe('failed')
  })

  test('while PayPal does not answer, the page can be tried again', async () => {
    const { payer, path } = await createTip(server)
    simulator.faults.add('unavailable', /orders/)
    const page = await open(payer, path)
    expect(page.status).toBe(503)
    expect(page.html).toContain('Try again')
    expect(page.html).not.toContain('Nothing was paid')
    expect(outcomeOf(page.html)).toBeNull()
    expect((await open(payer, path)).status).toBe(200)
  })

  test('no other page has the wider policy', async () => {
    for (const path of ['/', '/contact', '/embed/x', '/nowhere', '/api/health', '/api/paypal/setup']) {
      const { headers } = await open(server.admin, path)
      expect(headers.get('content-security-policy'), path).not.toContain('paypal')
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
    }
  })
})

test('the page can be framed by this site alone, and keeps the windows that it opens', async () => {
  const server = await startTestApp({ findCheckout })
  const { payer, path } = await createTip(server)
  const { headers } = await open(payer, path)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  // Without a provider's script nothing else is allowed than on other pages.
  expect(headers.get('content-security-policy')).not.toMatch(/https:|unsafe/)
  const other = await open(payer, '/')
  expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(other.headers.get('content-security-policy')).toMatch(/frame-src [^;]*'self'/)
  expect(other.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  await server.close()
})

test('where payments are off, the page says so', async () => {
  const server = await startTestApp({ findCheckout, payments: null })
  const payer = await server.member()
  const checkout = { kind: 'tip', providerId: 'A1', amountCents: 500, currency: 'USD', title: 'A' } as const
  checkouts.set(payer.user.id, checkout)
  expect(await open(payer, '/checkout/A1')).toMatchObject({ status: 503 })
  expect((await approve(payer, '/checkout/A1')).status).toBe(303)
  await server.close()
})

import type { Page } from '@playwright/test'
import { createOrder as createOrderCall } from '../src/shared/money/payments.ts'
import { PayPalSimulator } from '../src/server/payments/testing/paypal-simulator.ts'
import { axeCheck, expect, photograph, signUp, test } from './support/fixtures.ts'

/** Creates an order of the page's member; returns the address of its checkout page, and the provider's id. */
async function createOrder(page: Page, url: string, amount: string): Promise<{ path: string; id: string }> {
  const response = await page.request.post(`${url}/api/paypal/order`, { data: { amount } })
  expect(response.status()).toBe(201)
  const { id } = createOrderCall.response.parse(await response.json())
  return { id, path: `${url}/checkout/${id}` }
}

/** Frames the checkout in a page of the site, as the tip dialog does, and collects its messages. */
async function frameCheckout(page: Page, path: string): Promise<void> {
  await page.evaluate((source) => {
    window.receivedMessages = []
    addEventListener('message', ({ origin, data }) => {
      if (origin === location.origin) window.receivedMessages?.push(data)
    })
    const frame = document.createElement('iframe')
    frame.src = source
    frame.title = 'Checkout'
    frame.style.cssText = 'position:fixed;inset:0;inline-size:100%;block-size:100%;z-index:99'
    document.body.append(frame)
  }, path)
}
const receivedMessages = (page: Page) => page.evaluate(() => window.receivedMessages)

declare global {
  interface Window {
    /** The messages of the checkout. */
    receivedMessages?: unknown[]
  }
}

test('a payer approves in a frame of the site, which is notified', async ({ member, app }) => {
  const { page } = member
  const { path, id } = await createOrder(page, app.url, '25.00')
  await page.goto('/')
  await frameCheckout(page, path)
  const checkout = page.frameLocator('iframe[title="Checkout"]')
  await expect(checkout.getByText('Sandbox: no money moves')).toBeVisible()
  await checkout.getByRole('button', { name: 'Cancel' }).click()
  await expect(checkout.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
  await expect
    .poll(() => receivedMessages(page))
    .toEqual([{ type: 'checkout', orderId: id, outcome: 'cancelled' }])
  await checkout.getByRole('link', { name: 'Pay after all' }).click()
  await checkout.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(checkout.getByRole('heading', { name: 'Payment approved' })).toBeVisible()
  await expect
    .poll(() => receivedMessages(page))
    .toEqual([
      { type: 'checkout', orderId: id, outcome: 'cancelled' },
      { type: 'checkout', orderId: id, outcome: 'approved' },
    ])
})

test('another page of the site is notified of an approval in a separate window', async ({ member, app }) => {
  const { page, context } = member
  const { path, id } = await createOrder(page, app.url, '5.00')
  await page.goto('/')
  await page.evaluate(() => {
    window.receivedMessages = []
    new BroadcastChannel('checkout').addEventListener('message', ({ data }) =>
      window.receivedMessages?.push(data),
    )
  })
  const [checkout] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => void window.open(url, 'checkout', 'popup,width=480,height=640'), path),
  ])
  await checkout.getByRole('button', { name: 'Pay $5.00' }).click()
  await expect(checkout.getByRole('heading', { name: 'Payment approved' })).toBeVisible()
  await expect
    .poll(() => receivedMessages(page))
    .toEqual([{ type: 'checkout', orderId: id, outcome: 'approved' }])
})

test('the checkout works by keyboard, is accessible, and fits a phone', async ({ member, app }) => {
  const { page } = member
  const { path } = await createOrder(page, app.url, '12.50')
  await page.goto(path)
  await axeCheck(page, { dark: true })
  await photograph(page, 'checkout')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay $12.50' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
  await axeCheck(page, { dark: true })
  await photograph(page, 'checkout-cancelled')
  await page.goto(path)
  await page.getByRole('button', { name: 'Pay $12.50' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment approved' })).toBeVisible()
  await axeCheck(page, { dark: true })
  await photograph(page, 'checkout-approved')
  await page.goto('/checkout/UNKNOWN')
  await expect(page.getByRole('heading', { name: 'Payment not found' })).toBeVisible()
})

test('the sandbox works without scripts', async ({ browser, app }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  await signUp(context)
  const page = await context.newPage()
  const { path } = await createOrder(page, app.url, '8.00')
  await page.goto(path)
  await page.getByRole('button', { name: 'Pay $8.00' }).click()
  await expect(page.getByRole('heading', { name: 'Payment approved' })).toBeVisible()
})

test.describe('with PayPal', () => {
  let simulator: PayPalSimulator
  test.beforeAll(async () => {
    simulator = await PayPalSimulator.start()
  })
  test.afterAll(() => simulator.close())

  /** A fake of PayPal's script: a button that approves at the simulator, and one that cancels. */
  const SDK = `window.paypal = { Buttons: (options) => ({ render: async (container) => {
    for (const [label, act] of [['PayPal', 'onApprove'], ['Close', 'onCancel']]) {
      const button = document.createElement('button')
      button.textContent = label
      button.onclick = async () => { window.approving = await (options.createOrder ?? options.createSubscription)(); options[act]() }
      container.append(button)
    }
  } }) }`

  test("a payer approves with PayPal's buttons, which PayPal confirms", async ({ browser, apps }) => {
    const { app } = await apps.getOrStart(simulator.env)
    const context = await browser.newContext({ baseURL: app.url })
    await signUp(context)
    const page = await context.newPage()
    const { path, id } = await createOrder(page, app.url, '9.00')
    await page.route('https://www.paypal.com/sdk/js*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: SDK }),
    )
    await page.goto(path)
    await expect(page.getByText('Sandbox')).toBeHidden()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
    await page.getByRole('link', { name: 'Pay after all' }).click()
    // The page believes PayPal, not its own script.
    await page.getByRole('button', { name: 'PayPal' }).click()
    await page.waitForURL(path)
    await expect(page.getByRole('heading', { name: 'Tip' })).toBeVisible()
    simulator.approve(id)
    await page.getByRole('button', { name: 'PayPal' }).click()
    await expect(page.getByRole('heading', { name: 'Payment approved' })).toBeVisible()
  })

  test("where PayPal's script does not load, the page says so and links to PayPal", async ({
    browser,
    apps,
  }) => {
    const { app } = await apps.getOrStart(simulator.env)
    const context = await browser.newContext({ baseURL: app.url })
    await signUp(context)
    const page = await context.newPage()
    const { path, id } = await createOrder(page, app.url, '9.00')
    await page.route('https://www.paypal.com/**', (route) => route.abort())
    await page.goto(path)
    await expect(page.getByRole('status')).toContainText("The payment buttons didn't work")
    await expect(page.getByRole('link', { name: "Pay on the provider's page" })).toHaveAttribute(
      'href',
      `https://www.sandbox.paypal.com/checkoutnow?token=${id}`,
    )
    await axeCheck(page, { dark: true })
    await photograph(page, 'checkout-paypal')
  })
})

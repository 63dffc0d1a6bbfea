import type { Browser, Page } from '@playwright/test'
import { signIn } from '../src/shared/accounts/auth.ts'
import { createOrder } from '../src/shared/money/payments.ts'
import { PayPalSimulator } from '../src/server/payments/testing/paypal-simulator.ts'
import type { AppUnderTest } from './support/app-under-test.ts'
import { type Member, axeCheck, expect, photograph, signUp, test } from './support/fixtures.ts'
import { approveAtPayPal, cancelAtPayPal, newPage, openCheckout, routePayPal } from './support/paypal.ts'
import { setPayout } from './support/tipping.ts'

// One app with PayPal for all of them.
test.describe.configure({ mode: 'default' })

let simulator: PayPalSimulator
test.beforeAll(async () => {
  simulator = await PayPalSimulator.start()
})
test.afterAll(() => simulator.close())

async function signedUp(browser: Browser, app: AppUnderTest): Promise<Member> {
  const context = await browser.newContext({ baseURL: app.url })
  const user = await signUp(context)
  return { ...user, context, page: await context.newPage() }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Tip / })

/** Opens the tip dialog on the creator's profile, and pays $10 with a message. */
async function payTip(page: Page, creator: Member): Promise<void> {
  await page.goto(`/profile/${creator.user.id}`)
  await page.getByRole('button', { name: 'Tip Creator' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: '$10 Show love' }).click()
  await dialog.getByLabel('Message').fill('For the studio')
  await dialog.getByRole('button', { name: 'Pay $10.00' }).click()
}

test('a tip is approved with PayPal in a tab of its own, and a cancelled one keeps the form', async ({
  browser,
  apps,
}) => {
  const { app } = await apps.getOrStart(simulator.env)
  const [creator, { page, context }] = [await signedUp(browser, app), await signedUp(browser, app)]
  await routePayPal(context, simulator)
  await setPayout(creator)
  await payTip(page, creator)
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('link', { name: 'Open the payment' })).toBeFocused()
  await expect(page.locator('iframe')).toHaveCount(0)
  await axeCheck(page, { dark: true })
  await photograph(page, 'tip-paypal')

  const cancelled = await openCheckout(page)
  await cancelAtPayPal(cancelled)
  await expect(dialog.getByLabel('Message')).toHaveValue('For the studio')
  await expect(page.getByText('Failed to process tip')).toBeHidden()
  await dialog.getByRole('button', { name: 'Pay $10.00' }).click()
  const checkout = await openCheckout(page)
  await dialog.getByRole('button', { name: "I've approved it" }).click()
  await expect(dialog.getByText("The payment isn't approved yet.")).toBeVisible()
  await approveAtPayPal(checkout)
  await expect(page.getByText('Tip sent successfully! 🎉')).toBeVisible()
  await expect(dialog).toBeHidden()
  const tips: unknown = await (await creator.context.request.get('/api/tips')).json()
  expect(tips).toMatchObject([{ amount: '10.00', message: 'For the studio', status: 'completed' }])
})

test("where PayPal's buttons fail, the payer approves on PayPal's page, or cancels and sees a message", async ({
  browser,
  apps,
}) => {
  const { app } = await apps.getOrStart(simulator.env)
  const [creator, { page, context }] = [await signedUp(browser, app), await signedUp(browser, app)]
  await routePayPal(context, simulator, 'fail')
  await setPayout(creator)
  await payTip(page, creator)
  const dialog = dialogOf(page)
  const given = await openCheckout(page)
  await given.getByRole('button', { name: 'PayPal' }).click()
  await expect(given.getByRole('status')).toContainText("The payment buttons didn't work")
  await given.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to process tip')
  await expect(dialog.getByLabel('Message')).toHaveValue('For the studio')

  await dialog.getByRole('button', { name: 'Pay $10.00' }).click()
  const checkout = await openCheckout(page)
  await checkout.getByRole('button', { name: 'PayPal' }).click()
  await expect(checkout.getByRole('status')).toContainText("The payment buttons didn't work")
  const paypal = await newPage(checkout, () =>
    checkout.getByRole('link', { name: "Pay on the provider's page" }).click(),
  )
  const approved = paypal.waitForResponse((response) => response.request().method() === 'POST')
  await paypal.getByRole('button', { name: 'Approve' }).click()
  await approved
  await dialog.getByRole('button', { name: "I've approved it" }).click()
  await expect(page.getByText('Tip sent successfully! 🎉')).toBeVisible()
})

test('a subscription to Creator Pro is approved with PayPal in a tab of its own', async ({
  browser,
  apps,
  playwright,
}) => {
  const { app, admin } = await apps.getOrStart(simulator.env)
  const { email, password } = admin
  const request = await playwright.request.newContext({ baseURL: app.url })
  await request.post(signIn.path, { data: { email, password } })
  const setting = { key: 'payments.creatorProPlan', value: simulator.subscriptions.addPlan(500) }
  expect((await request.post('/api/admin/settings', { data: setting })).status()).toBe(200)
  await request.dispose()

  const { page, context } = await signedUp(browser, app)
  await routePayPal(context, simulator)
  await page.goto('/creator-pro')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Creator Pro' })
  await expect(dialog.getByRole('link', { name: 'Open the payment' })).toBeFocused()
  await axeCheck(page, { dark: true })
  await photograph(page, 'creator-pro-paypal')
  const cancelled = await openCheckout(page)
  await cancelAtPayPal(cancelled)
  await expect(page.getByText('Nothing was paid', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await dialog.getByRole('button', { name: "I've approved it" }).click()
  await expect(dialog.getByText("The payment isn't approved yet.")).toBeVisible()
  const checkout = await openCheckout(page)
  await approveAtPayPal(checkout)
  await expect(page.getByText('Welcome to Creator Pro')).toBeVisible()
  await expect(page.getByText('You have Creator Pro. Thank you.')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test("within a frame of the site, PayPal's window is cut off: hence the tab", async ({ browser, apps }) => {
  const { app } = await apps.getOrStart(simulator.env)
  const { page, context } = await signedUp(browser, app)
  await routePayPal(context, simulator)
  const created = await page.request.post(createOrder.path, { data: { amount: '9.00' } })
  const { id } = createOrder.response.parse(await created.json())
  await page.goto('/')
  await page.evaluate((source) => {
    const frame = document.createElement('iframe')
    frame.src = source
    frame.style.cssText = 'position:fixed;inset:0;inline-size:100%;block-size:100%;z-index:99'
    document.body.append(frame)
  }, `/checkout/${id}`)
  const checkout = page.frameLocator('iframe')
  await checkout.getByRole('button', { name: 'PayPal' }).click()
  // Although the payer has neither approved nor cancelled: to the page, the window seems closed.
  await expect(checkout.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible()
})

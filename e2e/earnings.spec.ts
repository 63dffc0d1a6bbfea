import type { Page } from '@playwright/test'
import { axeCheck, checkAndPhotograph, expect, test } from './support/fixtures.ts'

/** Sends a tip as the tip dialog does, and approves it with the form of the checkout page. */
async function sendTip({ request }: Page, streamerId: string, amount: string, message: string) {
  const created = await request.post('/api/paypal/order', {
    data: { amount, currency: 'USD', intent: 'CAPTURE', streamerId, message },
  })
  expect(created.status()).toBe(201)
  // Boundary: the body of the contract's response.
  const { id } = (await created.json()) as { id: string }
  await request.post(`/checkout/${id}/approve`, { form: {} })
  expect((await request.post(`/api/paypal/order/${id}/capture`)).status()).toBe(200)
  const tip = await request.post('/api/tips', { data: { streamerId, amount, message, paypalOrderId: id } })
  expect(tip.status()).toBe(201)
}

test('a creator names a payout address, and sees a tip at once; the payer finds it under Journey', async ({
  member,
  secondMember,
}) => {
  const { page, user } = member
  await page.goto('/creator/earnings')
  await expect(page.getByRole('heading', { name: 'No tips yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Add a payout address' }).click()
  const address = page.getByLabel('PayPal e-mail address')
  await expect(address).toBeFocused()
  await address.fill('payee@example.org')
  await page.getByLabel('Country of the account').selectOption('GH')
  await page.getByRole('button', { name: 'Save payout address' }).click()
  await expect(page.getByText(/PayPal pays to no accounts in Ghana/)).toBeVisible()
  await page.getByLabel('Country of the account').selectOption('KE')
  await page.getByRole('button', { name: 'Save payout address' }).click()
  await expect(page.getByText(/accounts in Kenya can receive/)).toBeVisible()

  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByText(/nothing reaches your PayPal account, payee@example.org/)).toBeVisible()
  await sendTip(secondMember.page, user.id, '25.00', 'For the pot and the stories. Meda wo ase.')
  await expect(page.getByText('For the pot and the stories. Meda wo ase.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('From 1 tip, 1 supporter')
  await sendTip(secondMember.page, user.id, '10.00', '')
  await expect(page.getByRole('region', { name: 'Totals' }).getByText('$35.00')).toHaveCount(3)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^tips-\d{4}\.csv$/)
  await checkAndPhotograph(page, 'earnings')

  const payer = secondMember.page
  await payer.goto('/journey')
  await payer.getByRole('tab', { name: 'Payments' }).click()
  await expect(payer.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveCount(2)
  await checkAndPhotograph(payer, 'journey-payments')
})

test('a visitor is asked to sign in, and comes back to the earnings', async ({ page }) => {
  await page.goto('/creator/earnings')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await axeCheck(page)
  await page.getByRole('link', { name: 'Sign In' }).last().click()
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Fcreator%2Fearnings/)
})

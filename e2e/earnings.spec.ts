import { axeCheck, checkAndPhotograph, expect, test } from './support/fixtures.ts'
import { sendTip } from './support/tipping.ts'

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
  await expect(page.getByText(/PayPal doesn't pay to accounts in Ghana/)).toBeVisible()
  await page.getByLabel('Country of the account').selectOption('KE')
  await page.getByRole('button', { name: 'Save payout address' }).click()
  await expect(page.getByText(/accounts in Kenya can receive/)).toBeVisible()

  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByText(/nothing reaches your PayPal account, payee@example.org/)).toBeVisible()
  const message = 'For the pot and the stories. Meda wo ase.'
  await sendTip(secondMember, { streamerId: user.id, amount: '25.00', message })
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('From 1 tip, 1 supporter')
  await sendTip(secondMember, { streamerId: user.id, amount: '10.00' })
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

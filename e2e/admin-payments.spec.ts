import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { signIn } from '../src/shared/auth.ts'
import { createSandbox } from '../src/server/payments/sandbox/sandbox-provider.ts'
import type { AppUnderTest } from './support/app-under-test.ts'
import {
  type Member,
  axeCheck,
  checkAndPhotograph,
  expect,
  photographWindow,
  test,
} from './support/fixtures.ts'

/** Pays an order in the sandbox as its payer. Returns the provider's id. */
async function payOrder(app: AppUnderTest, payer: Member, order: { amount: string; streamerId?: string }) {
  const { request } = payer.context
  const created: { id: string } = await (await request.post('/api/paypal/order', { data: order })).json()
  const pool = new pg.Pool({ connectionString: app.databaseUrl })
  try {
    const { approval } = createSandbox({ db: drizzle(pool), publicUrl: new URL(app.url) })
    if (approval.kind === 'form') await approval.approve(created.id, payer.user.id)
  } finally {
    await pool.end()
  }
  await request.post(`/api/paypal/order/${created.id}/capture`)
  return created.id
}

async function tip(app: AppUnderTest, payer: Member, creator: Member, amount: string, isDirect: boolean) {
  const streamerId = creator.user.id
  const paypalOrderId = await payOrder(app, payer, { amount, ...(isDirect && { streamerId }) })
  const message = 'Meda wo ase for the Sunday stew'
  const data = { streamerId, amount, paypalOrderId, message, streamId: null }
  expect((await payer.context.request.post('/api/tips', { data })).status()).toBe(201)
  return paypalOrderId
}

test('an admin refunds a tip that reached the platform, and is told whom to ask about one that did not', async ({
  app,
  admin,
  member,
  secondMember,
  page,
}) => {
  const data = { payoutEmail: member.email, payoutCountry: 'US' }
  await member.context.request.put('/api/creator/payout', { data })
  await tip(app, secondMember, member, '12.00', false)
  await payOrder(app, secondMember, { amount: '7.00' })
  const direct = await tip(app, secondMember, member, '25.00', true)
  await tip(app, secondMember, member, '20.00', false)
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })

  await page.goto('/admin/payments')
  await expect(page.getByText('Sandbox: no money moves').first()).toBeVisible()
  await checkAndPhotograph(page, 'admin-payments', { dark: true })
  await page.getByRole('searchbox').fill(direct)
  await page.keyboard.press('Enter')
  const refund = page.getByRole('button', { name: /^Refund \$/ })
  await expect(refund).toHaveCount(1)
  await refund.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Sent twice')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('to refund it there')
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'admin-payments-refused')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('button', { name: /^Refund \$20\.00/ }).click()
  await dialog.getByLabel('Amount in US dollars').fill('5')
  await dialog.getByLabel('Reason').fill('Sent twice')
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(page.getByText('Partly refunded')).toBeVisible()

  await page.getByRole('tab', { name: 'Owed' }).click()
  await expect(page.getByText('$27.00')).toBeVisible()
  await checkAndPhotograph(page, 'admin-payments-owed', { dark: true })
  await page.getByRole('button', { name: /^Mark \$15\.00 to/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('$27.00')).toHaveCount(0)
  await expect(page.getByText('$12.00')).toHaveCount(2)
})

import { signIn } from '../src/shared/accounts/auth.ts'
import {
  type Member,
  axeCheck,
  checkAndPhotograph,
  expect,
  photographWindow,
  test,
} from './support/fixtures.ts'
import { recordTip, payOrder, sendTip, setPayout } from './support/tipping.ts'

/** Sends a tip from an order without creator: its money reached the platform, which owes it. */
async function sendOwedTip(payer: Member, tip: { streamerId: string; amount: string }): Promise<void> {
  await recordTip(payer, await payOrder(payer, { amount: tip.amount }), tip)
}

test('an admin refunds a tip that reached the platform, and is told whom to ask about one that did not', async ({
  admin,
  member,
  secondMember,
  page,
}) => {
  await setPayout(member)
  const streamerId = member.user.id
  await sendOwedTip(secondMember, { streamerId, amount: '12.00' })
  await payOrder(secondMember, { amount: '7.00' })
  const message = 'Meda wo ase for the Sunday stew'
  const direct = await sendTip(secondMember, { streamerId, amount: '25.00', message })
  await sendOwedTip(secondMember, { streamerId, amount: '20.00' })
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
  await page.getByRole('button', { name: /^Mark as paid: \$15\.00 to/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('$27.00')).toHaveCount(0)
  await expect(page.getByText('$12.00')).toHaveCount(2)
})

import { axeCheck, expect, photograph, test } from './support/fixtures.ts'

test('a member subscribes to Creator Pro, has its benefits at once on every page, and cancels', async ({
  member,
  page: visitor,
}) => {
  const { page, context, user } = member
  const other = await context.newPage()
  await other.goto('/')
  const promo = other.getByRole('link', { name: 'See Creator Pro' })
  await expect(promo).toBeVisible()
  const editor = await context.newPage()
  await editor.goto('/creator/profile')
  await expect(
    editor.getByText('Members with Creator Pro can have up to ten emoji of their own.'),
  ).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Add emoji' })).toBeHidden()
  const badge = visitor.getByRole('main').getByText('Creator Pro', { exact: true })
  await visitor.goto(`/profile/${user.id}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(badge).toBeHidden()

  await page.goto('/creator-pro')
  await expect(page.getByText('$5.00')).toBeVisible()
  await expect(page.getByRole('main').getByText('Sandbox: no money moves')).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'creator-pro')
  await page.getByRole('button', { name: 'Subscribe' }).press('Enter')
  const checkout = page.getByRole('dialog', { name: 'Subscribe to Creator Pro' })
  const frame = checkout.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Cancel' }).click()
  await expect(checkout).toBeHidden()
  await expect(page.getByText('Your subscription waits for your approval')).toBeVisible()
  await photograph(page, 'creator-pro-pending')

  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(frame.getByText('Sandbox: no money moves')).toBeVisible()
  await photograph(page, 'creator-pro-checkout')
  await frame.getByRole('button', { name: /^Pay/ }).click()
  await expect(checkout).toBeHidden()
  await expect(page.getByText('You have Creator Pro. Thank you.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your payments' }).getByRole('listitem')).toHaveCount(1)
  await expect(promo).toBeHidden()
  await expect(editor.getByRole('button', { name: 'Add emoji' })).toBeVisible()
  await visitor.reload()
  await expect(badge).toBeVisible()
  await page.reload()
  await expect(page.getByText(/The next payment of \$5\.00 is due on/)).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'creator-pro-active')

  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await photograph(page, 'creator-pro-cancel')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText(/Nothing more is charged\. Creator Pro stays until/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeHidden()
  await photograph(page, 'creator-pro-cancelled')
  await expect(promo).toBeHidden()
})

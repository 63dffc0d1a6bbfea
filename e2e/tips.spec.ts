import type { BrowserContext, Locator, Page } from '@playwright/test'
import { messageOf } from './support/chatting.ts'
import { axeCheck, createStream, expect, photograph, test } from './support/fixtures.ts'
import { setPayout } from './support/tipping.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Tip / })
const superTipOf = (dialog: Locator) => dialog.getByRole('button', { name: /Super tip/ })
const checkoutOf = (page: Page) => page.frameLocator('iframe[title="Payment"]')
const bell = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' })
const openDialog = (page: Page) => page.getByRole('button', { name: 'Tip Creator' }).click()

/** The tips that the context's user has received. */
async function receivedTips(context: BrowserContext): Promise<unknown[]> {
  const tips: unknown = await (await context.request.get('/api/tips')).json()
  return Array.isArray(tips) ? tips : []
}

test('a tip from the stream page is paid in the sandbox, and its creator sees it', async ({
  member,
  secondMember: creator,
}) => {
  await setPayout(creator)
  const { id } = await createStream(creator.page)
  await creator.page.goto(`/stream/${id}`)
  await expect(creator.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(creator.page.getByRole('button', { name: 'Tip Creator' })).toBeHidden()
  await creator.page.setViewportSize({ width: 390, height: 844 })
  await creator.page.goto('/')

  const { page } = member
  await page.goto(`/stream/${id}`)
  await openDialog(page)
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Select or enter an amount to continue')).toBeVisible()
  await dialog.getByText('Super tip').click()
  await expect(superTipOf(dialog)).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByLabel('Custom amount').fill('7')
  await expect(superTipOf(dialog)).toHaveAttribute('aria-pressed', 'false')
  await superTipOf(dialog).click()
  await dialog.getByLabel('Message').fill('For the pot and the stories')
  await expect(dialog.getByText('Sandbox: no money moves').first()).toBeVisible()
  await axeCheck(page, { dark: true })
  await photograph(page, 'tip-dialog')

  await dialog.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(checkoutOf(page).getByRole('button', { name: 'Pay $25.00' })).toBeVisible()
  await axeCheck(page, { dark: true })
  await photograph(page, 'tip-checkout')
  await checkoutOf(page).getByRole('button', { name: 'Pay $25.00' }).click()

  await expect(page.getByText('Tip sent successfully! 🎉')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Tip Creator' })).toBeFocused()
  await expect(messageOf(page, 'For the pot and the stories')).toContainText('$25.00')
  await expect(bell(creator.page)).toHaveAccessibleName(/^1 unread notification/)
  expect(await receivedTips(creator.context)).toMatchObject([
    { amount: '25.00', message: 'For the pot and the stories', streamId: id, status: 'completed' },
  ])
  await bell(creator.page).click()
  await expect(creator.page.getByText(/tipped you \$25\.00/)).toBeVisible()

  await openDialog(page)
  await expect(superTipOf(dialog)).toHaveAttribute('aria-pressed', 'false')
  await expect(dialog.getByLabel('Message')).toHaveValue('')
})

test('a cancelled checkout keeps the form, and Escape asks before it gives up a payment', async ({
  member,
  secondMember: creator,
}) => {
  await setPayout(creator)
  const { page } = member
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto(`/profile/${creator.user.id}`)
  await openDialog(page)
  const dialog = dialogOf(page)
  await dialog.getByLabel('Custom amount').fill('12,5')
  await dialog.getByLabel('Message').fill('For the studio')
  const expectForm = async () => {
    await expect(dialog.getByLabel('Custom amount')).toHaveValue('12,5')
    await expect(dialog.getByLabel('Message')).toHaveValue('For the studio')
  }
  await dialog.getByLabel('Custom amount').press('Enter')
  await checkoutOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expectForm()
  await expect(dialog.getByRole('button', { name: 'Pay $12.50' })).toBeFocused()
  expect(logged.join('\n')).toMatch(/the checkout of order \S+ was cancelled/)
  await expect(page.getByText('Failed to process tip')).toBeHidden()

  await page.keyboard.press('Enter')
  await expect(checkoutOf(page).getByRole('button', { name: 'Pay $12.50' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).focus()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Stop this payment?' })
  await axeCheck(page)
  await question.getByRole('button', { name: 'Keep paying' }).click()
  await expect(checkoutOf(page).getByRole('button', { name: 'Pay $12.50' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).focus()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Stop payment' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Tip Creator' })).toBeFocused()
  await openDialog(page)
  await expectForm()
  expect(await receivedTips(creator.context)).toEqual([])
})

test('a paid tip that could not be recorded is recorded by trying again, and is paid once', async ({
  member,
  secondMember: creator,
}) => {
  await setPayout(creator)
  const { page } = member
  await page.goto(`/profile/${creator.user.id}`)
  await page.route('**/api/tips', (route) => route.abort())
  await openDialog(page)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: '$5 Buy a coffee' }).click()
  await dialog.getByRole('button', { name: 'Pay $5.00' }).click()
  await checkoutOf(page).getByRole('button', { name: 'Pay $5.00' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to process tip')
  await expect(page.getByRole('alert')).toContainText('Please try again.')
  await expect(dialog.getByRole('heading', { name: "Your tip isn't confirmed yet" })).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'tip-unrecorded')

  await page.unroute('**/api/tips')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Tip sent successfully! 🎉')).toBeVisible()
  expect(await receivedTips(creator.context)).toMatchObject([{ amount: '5.00', streamId: null }])
})

test('a tip is paid in a tab of its own, and by keyboard alone', async ({
  member,
  secondMember: creator,
}) => {
  await setPayout(creator)
  const { page, context } = member
  await page.goto(`/profile/${creator.user.id}`)
  await page.getByRole('button', { name: 'Tip Creator' }).press('Enter')
  const dialog = dialogOf(page)
  const presets = dialog.getByRole('group', { name: 'Amount' }).getByRole('button')
  await presets.first().focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Pay $5.00' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(presets.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(presets.nth(0)).toHaveAttribute('aria-pressed', 'false')
  await expect(presets.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'Pay $10.00' }).press('Enter')
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Open in a new tab' }).press('Enter')
  const checkout = await opened
  await dialog.getByRole('button', { name: "I've approved it" }).press('Enter')
  await expect(dialog.getByText("The payment isn't approved yet.")).toBeVisible()
  await checkout.getByRole('button', { name: 'Pay $10.00' }).press('Enter')
  await expect(page.getByText('Tip sent successfully! 🎉')).toBeVisible()
  expect(await receivedTips(creator.context)).toMatchObject([{ amount: '10.00' }])
})

test('visitors are asked to sign in, and members read why a creator cannot receive tips', async ({
  page,
  member,
  secondMember: creator,
}) => {
  const { id } = await createStream(creator.page)
  await page.goto(`/stream-old/${id}`)
  await openDialog(page)
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Sign in to tip creators')).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'tip-signed-out')
  await dialog.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(`/auth/login?returnTo=${encodeURIComponent(`/stream-old/${id}`)}`)

  await member.page.goto(`/profile/${creator.user.id}`)
  await expect(member.page.getByRole('button', { name: 'Tip Creator' })).toBeVisible()
  await photograph(member.page, 'tip-profile')
  await openDialog(member.page)
  await expect(dialogOf(member.page).getByText("can't receive tips yet")).toBeVisible()
  await axeCheck(member.page)
  await photograph(member.page, 'tip-refused')
})

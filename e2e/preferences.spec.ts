import type { Page } from '@playwright/test'
import { axeCheck, expect, photograph, test } from './support/fixtures.ts'

test('changing the password signs every other browser out at once', async ({ member, browser }) => {
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, member.email, member.password)
  await expect(other.getByRole('heading', { name: 'Live Creators' })).toBeVisible()

  const { page } = member
  await page.goto('/preferences')
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/isn't your password/)
  await expect(page.getByLabel('Current password')).toBeFocused()

  await page.getByLabel('Current password').fill(member.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('You were signed out of 1 other browser.')).toBeVisible()
  // The server closed its socket, so the page updates without a reload.
  await expect(other.getByRole('link', { name: 'Join the Wave' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)

  await signIn(other, member.email, 'another long password')
  await expect(other.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  await elsewhere.close()
})

test('a member signs another browser out', async ({ member, browser }) => {
  const elsewhere = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  const other = await elsewhere.newPage()
  await signIn(other, member.email, member.password)
  await expect(other.getByRole('heading', { name: 'Live Creators' })).toBeVisible()

  const { page } = member
  await page.goto('/preferences')
  const sessions = page.getByRole('list', { name: "Where you're signed in" }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This browser')
  await sessions.nth(1).getByRole('button', { name: 'Sign out of Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(sessions).toHaveCount(1)
  await expect(other.getByRole('link', { name: 'Join the Wave' })).toBeVisible()
  await elsewhere.close()
})

test('preferences persist across a reload', async ({ member, browser }) => {
  const { page } = member
  await page.goto('/preferences')
  const likes = page.getByRole('switch', { name: 'Somebody likes your post' })
  await expect(likes).toBeChecked()
  await page.getByText('Somebody likes your post').click()
  await expect(likes).not.toBeChecked()
  await page.getByLabel('Read in').selectOption({ label: 'English' })
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByText('Use less data').click()
  await expect(page.locator('html')).toHaveAttribute('data-save', '')
  await expect
    .poll(async () => (await page.request.get('/api/auth/preferences')).json())
    .toMatchObject({ language: 'en', notifications: { like: false, follow: true } })

  await page.reload()
  await expect(likes).not.toBeChecked()
  await expect(page.getByLabel('Read in')).toHaveValue('en')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Use less data' })).toBeChecked()
  // The data saver applies before the first paint: a browser without cached fonts requests none.
  const fresh = await browser.newContext({ storageState: await member.context.storageState() })
  const first = await fresh.newPage()
  const fonts: string[] = []
  first.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await first.goto('/preferences')
  await expect(first.getByRole('switch', { name: 'Use less data' })).toBeChecked()
  expect(fonts).toEqual([])
  await fresh.close()
})

test('all preferences can be changed with the keyboard, and the page passes axe', async ({ member }) => {
  const { page } = member
  await page.goto('/preferences')
  await expect(page.getByRole('switch', { name: 'Somebody mentions you' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toBeVisible()
  await photograph(page, 'preferences')
  await axeCheck(page)

  await page.getByLabel('Read in').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('switch', { name: 'Use less data' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'Somebody follows you' })).not.toBeChecked()
  for (let step = 0; step < 5; step++) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByRole('button', { name: /^Sign out of/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Sign out of/ })).toBeFocused()
})

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

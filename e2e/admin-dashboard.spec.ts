import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signIn } from '../src/shared/accounts/auth.ts'
import { sendContactMessage } from '../src/shared/operations/contact.ts'
import { updateStream } from '../src/shared/live/streams.ts'
import { displayName } from '../src/shared/accounts/users.ts'
import type { SignedUp } from '../src/server/testing/user-actions.ts'
import {
  checkAndPhotograph,
  createPost,
  createStream,
  expect,
  photographWindow,
  test,
} from './support/fixtures.ts'

test.use({ appEnv: { COUNTS_SECONDS: '0.05' } })

const signInAs = ({ email, password }: SignedUp, page: Page) =>
  page.request.post(signIn.path, { data: { email, password } })

const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures of the site' })
    .locator('dl')
    .filter({ hasText: name })
    .getByRole('definition')
    .first()
const check = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .filter({ hasText: /OK|Warning|Failed|Off/ })

test('an admin sees how many users, posts and live streams there are, and which part of the site fails', async ({
  admin,
  app,
  member,
  page,
}) => {
  await signInAs(admin, page)
  await page.goto('/admin')
  const numberOf = async (name: string) => Number(await figure(page, name).innerText())
  const before = { posts: await numberOf('Posts'), live: await numberOf('Live now') }
  await createPost(member.page)
  const stream = await createStream(member.page)
  await member.page.request.put(updateStream.path.replace(':id', stream.id), { data: { isLive: true } })
  await page.reload()
  await expect(figure(page, 'Posts')).toHaveText(String(before.posts + 1))
  await expect(figure(page, 'Live now')).toHaveText(String(before.live + 1))
  await expect(page.getByText(/^\d+% active$/)).toBeVisible()
  await expect(page.getByText(/posts? per user$/)).toBeVisible()
  await expect(page.getByText(/^\+\d+ in 7 days$/)).toBeVisible()

  for (const name of ['Database', 'File storage', 'Live engine', 'Background jobs'])
    await expect(check(page, name)).toContainText('OK')
  await expect(check(page, 'E-mail')).toContainText('Off')
  await expect(check(page, 'Payments')).toContainText('no money moves')
  await checkAndPhotograph(page, 'admin-dashboard', { dark: true })
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByText(/^UDP \d+ is reached from this browser/)).toBeVisible()
  for (const link of await page.getByRole('main').getByRole('link').all()) {
    const response = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(response.status()).toBe(200)
  }

  const folder = join(app.dataDir, 'files/health')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(check(page, 'File storage')).toContainText('Failed')
  await expect(check(page, 'File storage')).toContainText('DATA_DIR')
  await expect(check(page, 'Database')).toContainText('OK')
  await checkAndPhotograph(page, 'admin-dashboard-storage', { dark: true })
  await rm(folder)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(check(page, 'File storage')).toContainText('OK')
})

test('figures and checks that cannot be loaded are offered again', async ({ admin, page }) => {
  await signInAs(admin, page)
  for (const path of ['**/api/admin/dashboard', '**/api/admin/health'])
    await page.route(path, (route) => route.abort())
  await page.goto('/admin')
  await expect(page.getByText('Failed to load dashboard stats')).toBeVisible()
  await expect(page.getByText('The health of the platform could not be checked')).toBeVisible()
  await checkAndPhotograph(page, 'admin-dashboard-failed', { dark: true })
  await page.unroute('**/api/admin/dashboard')
  await page.unroute('**/api/admin/health')
  const retry = page.getByRole('button', { name: 'Try Again' })
  await retry.last().click()
  await expect(check(page, 'Database')).toContainText('OK')
  await retry.click()
  await expect(figure(page, 'Total users')).toBeVisible()
})

test('a message of the contact form appears on the dashboard, and is closed with the keyboard', async ({
  admin,
  member,
  page,
  browser,
}) => {
  const visitor = await browser.newContext()
  const message = {
    fullName: 'Fọlákẹ́ Adéyẹmí',
    email: 'folake@example.org',
    subject: 'Looms & strips: a question',
    message: 'How do I start?\nI have a camera.',
  }
  await visitor.request.post(sendContactMessage.path, { data: message })
  await member.page.request.post(sendContactMessage.path, { data: { ...message, subject: 'From a member' } })
  await signInAs(admin, page)
  await page.goto('/admin')
  await page.setViewportSize({ width: 390, height: 844 })
  const link = page.getByRole('link', { name: /^Contact messages/ })
  await expect(link).toContainText(/\d+ messages wait for an answer/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Contact messages', level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: displayName(member.user) })).toHaveAttribute(
    'href',
    `/admin/users/${member.user.id}`,
  )
  const item = page.getByRole('listitem').filter({ hasText: message.subject })
  await expect(item.getByRole('link', { name: `Write to ${message.email}` })).toHaveAttribute(
    'href',
    'mailto:folake@example.org?subject=Re%3A%20Looms%20%26%20strips%3A%20a%20question',
  )
  await expect(item.getByText('How do I start?')).toHaveText(message.message, { useInnerText: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await checkAndPhotograph(page, 'admin-contact', { dark: true })

  await item.getByRole('button', { name: /^Close/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The message is closed')).toBeVisible()
  await expect(item).toHaveCount(0)
  // The focus stays at the list, so that the next key reaches the next message.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('listitem').first().getByRole('link').first()).toBeFocused()

  await page.getByRole('tab', { name: 'Closed' }).click()
  await expect(page).toHaveURL(/tab=done/)
  await expect(item).toContainText('Closed by')
  await checkAndPhotograph(page, 'admin-contact-done', { dark: true })
  await item.getByRole('button', { name: /^Reopen/ }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is closed yet' })).toBeVisible()
  await photographWindow(page, 'admin-contact-empty')
})

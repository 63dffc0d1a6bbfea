import type { Locator, Page } from '@playwright/test'
import { TestSmtpServer } from '../src/server/mail/testing/test-smtp-server.ts'
import { checkAndPhotograph, expect, photograph, test as base } from './support/fixtures.ts'

/** One for all stories. A worker fixture would need a worker of its own, which begins when all others have ended. */
let server: Promise<TestSmtpServer> | null = null

/** The app of these stories sends its mail to `smtp`. */
const test = base.extend<{ smtp: TestSmtpServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern.
  smtp: async ({}, use) => use(await (server ??= TestSmtpServer.start())),
  appEnv: async ({ smtp }, use) => use(smtp.env),
})

// One after the other, in one worker: they share an app.
test.describe.configure({ mode: 'default' })
test.afterAll(async () => (await server)?.stop())

/** Waits for the newest mail to an address, and opens its link. */
async function openLink(page: Page, smtp: TestSmtpServer, address: string, path: string, count = 1) {
  await expect.poll(() => smtp.mailsTo(address).length).toBeGreaterThanOrEqual(count)
  const token = smtp.mailsTo(address)[count - 1]?.tokenOf(path) ?? ''
  await page.goto(`${path}?token=${token}`)
  // The token must not stay in the address bar.
  await expect(page).toHaveURL((url) => url.pathname === path && url.search === '')
}

test('a member confirms the e-mail address, and replaces it with a new one', async ({ member, smtp }) => {
  const { page, email, password } = member
  const banner = page.getByText(`Confirm your address ${email}`)
  await page.goto('/')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText(`A new link is on its way to ${email}`)).toBeVisible()
  await page.goto('/preferences')
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await photograph(page, 'preferences-mail')

  const other = await member.context.newPage()
  await other.goto('/preferences')
  await expect(other.getByText(`Confirm your address ${email}`)).toBeVisible()
  await openLink(page, smtp, email, '/auth/verify', 2)
  await checkAndPhotograph(page, 'verify-email', { dark: true })
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible()
  await checkAndPhotograph(page, 'verify-email-done', { dark: true })
  // The open page is notified.
  await expect(other.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(other.getByText(`Confirm your address ${email}`)).toBeHidden()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  await expect(banner).toBeHidden()

  const address = `new-${email}`
  await page.goto('/preferences')
  await page.getByLabel("What's new for you").selectOption('Every week')
  await page.getByLabel('New e-mail address').fill(address)
  await page.getByLabel('Your password').fill('not my password')
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByLabel('Your password')).toHaveAccessibleDescription(/isn't your current password/)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByText(`Waiting for you to confirm ${address}`)).toBeVisible()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await checkAndPhotograph(page, 'preferences-mail-sent', { dark: true })
  await expect.poll(() => smtp.mailsTo(email).at(-1)?.body).toContain(address)
  await openLink(page, smtp, address, '/auth/verify')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText(`${address} is confirmed.`)).toBeVisible()
  await expect(other.getByText(address, { exact: true })).toBeVisible()
  await page.goto('/preferences')
  await expect(page.getByText(address, { exact: true })).toBeVisible()
  await expect(page.getByLabel("What's new for you")).toHaveValue('weekly')
})

test('a visitor who forgot the password chooses a new one with a mailed link', async ({
  member,
  page,
  app,
  smtp,
}) => {
  const { email } = member
  await member.page.goto('/')
  await expect(member.page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused()
  await page.setViewportSize({ width: 1440, height: 900 })
  const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(await bottomOf(page.locator('main svg').last())).toBe(await bottomOf(page.getByRole('main')))
  await checkAndPhotograph(page, 'forgot-password', { dark: true })
  await page.getByLabel('E-mail').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`If ${email} has an account here`)).toBeVisible()
  await checkAndPhotograph(page, 'forgot-password-sent', { dark: true })

  await openLink(page, smtp, email, '/auth/reset', 2)
  await checkAndPhotograph(page, 'reset-password', { dark: true })
  await page.getByLabel('New password').fill('password123')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/easy to guess/)
  await page.getByLabel('New password').fill('another long password')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Live Creators' })).toBeVisible()
  // The link was read in the mailbox.
  await expect(page.getByText(`Confirm your address ${email}`)).toBeHidden()
  // The server ended the session of the other browser and closed its socket.
  await expect(member.page.getByRole('link', { name: 'Join the Wave' })).toBeVisible()

  await openLink(page, smtp, email, '/auth/reset', 2)
  await page.getByLabel('New password').fill('a third long password')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has been used')
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible()
  await photograph(page, 'reset-password-used')
  expect(app.log).toContain('/auth/reset?[secret]')
  expect(app.log).not.toContain(smtp.mailsTo(email)[1]?.tokenOf('/auth/reset'))
})

import type { Page } from '@playwright/test'
import { saveSetting } from '../src/shared/operations/admin-settings.ts'
import { signIn } from '../src/shared/accounts/auth.ts'
import { checkAndPhotograph, expect, test } from './support/fixtures.ts'

// An app of its own: the notice is on every page.
test.use({ appEnv: { LIVE_GRACE_SECONDS: '59' } })

const noticeOf = (page: Page) => page.getByRole('complementary', { name: 'Notice' })

test('a member closes the notice on all devices, a visitor in the browser, until its text changes', async ({
  admin,
  app,
  browser,
  member,
  page,
}) => {
  const { email, password } = admin
  const adminContext = await browser.newContext()
  await adminContext.request.post(`${app.url}${signIn.path}`, { data: { email, password } })
  const setNotice = (value: string) =>
    adminContext.request.post(`${app.url}${saveSetting.path}`, { data: { key: 'general.notice', value } })
  await setNotice('On Sunday the site is away for an hour.')
  const otherDevice = await (await browser.newContext()).newPage()
  await otherDevice.request.post(signIn.path, {
    data: { email: member.email, password: member.password },
  })
  await otherDevice.goto('/')
  await member.page.goto('/discover')
  await expect(member.page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAndPhotograph(member.page, 'notice', { dark: true })

  const notice = noticeOf(member.page)
  await expect(notice).toHaveText('On Sunday the site is away for an hour.')
  await notice.getByRole('button', { name: 'Close the notice' }).focus()
  await member.page.keyboard.press('Enter')
  await expect(notice).toBeHidden()
  await expect(member.page.getByRole('main')).toBeFocused()
  // A page that is open elsewhere is notified, and the document of a new page contains it.
  await expect(noticeOf(otherDevice)).toBeHidden()
  await otherDevice.goto('/discover')
  await expect(otherDevice.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(noticeOf(otherDevice)).toHaveCount(0)

  await page.goto('/about')
  await noticeOf(page).getByRole('button', { name: 'Close the notice' }).click()
  await expect(noticeOf(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(noticeOf(page)).toHaveCount(0)

  await setNotice('The site is back.')
  for (const each of [member.page, otherDevice, page]) {
    await each.reload()
    await expect(noticeOf(each)).toHaveText('The site is back.')
  }
})

test('a notice that could not be closed comes back', async ({ admin, app, browser, member }) => {
  const { email, password } = admin
  const { request } = await browser.newContext()
  await request.post(`${app.url}${signIn.path}`, { data: { email, password } })
  await request.post(`${app.url}${saveSetting.path}`, {
    data: { key: 'general.notice', value: 'A notice for everyone.' },
  })
  await member.page.goto('/')
  await member.page.route('**/api/notice/dismissal', (route) => route.abort())
  await noticeOf(member.page).getByRole('button', { name: 'Close the notice' }).click()
  await expect(member.page.getByText('The notice could not be closed')).toBeVisible()
  await expect(noticeOf(member.page)).toBeVisible()
})

import { saveSetting } from '../src/shared/operations/admin-settings.ts'
import { signIn } from '../src/shared/accounts/auth.ts'
import { checkAndPhotograph, expect, photographWindow, test } from './support/fixtures.ts'

// Changes the sign-up mode of the whole site, so it needs an app that no other test uses.
test.use({ appEnv: { LOG_LEVEL: 'error' } })

test('an account is opened with the link of an invitation, and one without it waits until an admin approves it', async ({
  admin,
  page,
  browser,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  const setMode = (value: string) =>
    page.request.post(saveSetting.path, { data: { key: 'general.signUp', value } })
  const visit = async (url: string) => {
    const visitor = await (await browser.newContext()).newPage()
    await visitor.goto(url)
    return visitor
  }
  await setMode('invitation')
  const without = await visit('/auth/login?tab=create')
  await expect(without.getByText('New accounts are opened with an invitation')).toBeVisible()

  await page.goto('/admin/users/invitations')
  await page.getByLabel('For whom').fill('Drummers of Salvador')
  await page.getByLabel('Accounts').fill('0')
  await expect(page.getByRole('button', { name: 'Create' })).toBeDisabled()
  await page.getByLabel('Accounts').fill('1')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link of the invitation: Drummers of Salvador' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await checkAndPhotograph(page, 'admin-invitations', { dark: true })

  const guest = await visit(link)
  const fill = async (visitor: typeof guest, firstName: string) => {
    await visitor.getByLabel('First name').fill(firstName)
    await visitor.getByLabel('E-mail').fill(`${firstName.toLowerCase()}-${Date.now()}@example.org`)
    await visitor.getByLabel('Password', { exact: true }).fill('a long password')
    await visitor.getByRole('tabpanel').getByRole('button', { name: 'Create Account' }).click()
  }
  await fill(guest, 'Luana')
  await expect(guest).toHaveURL(/\/$/)
  await page.reload()
  await expect(page.getByText('1 of 1 used')).toBeVisible()
  await expect(page.getByText('Used', { exact: true })).toBeVisible()

  await setMode('approval')
  const waiting = await visit('/auth/login?tab=create')
  await expect(waiting.getByText('The team looks at each new account')).toBeVisible()
  await fill(waiting, 'Selam')
  await expect(waiting.getByRole('heading', { name: 'Your account is waiting for approval' })).toBeFocused()
  await photographWindow(waiting, 'waiting-for-approval')
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Show them' }).click()
  await checkAndPhotograph(page, 'admin-users-waiting', { dark: true })
  await page.getByRole('button', { name: 'Approve Selam' }).click()
  await expect(page.getByText('Status updated')).toBeVisible()
  await expect(page.getByText('1 new account awaits your approval.')).toBeHidden()
})

import { signIn } from '../src/shared/accounts/auth.ts'
import { checkAndPhotograph, expect, photographWindow, test } from './support/fixtures.ts'

test('an admin writes to all members, and a member finds it on the open page', async ({
  admin,
  member,
  page,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  await member.page.goto('/activity')
  await expect(member.page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()

  await page.goto('/admin')
  await page.getByRole('link', { name: /^Announcements/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeFocused()
  const send = page.getByRole('button', { name: 'Send…' })
  await expect(send).toBeDisabled()
  await page.getByLabel('Title').fill('A new stage')
  await page.getByLabel('Text').fill('On Sunday we open it.\nCome and see.')
  await page.getByLabel('Link').fill('https://example.org')
  await expect(page.getByText('Give a path of this site that begins with /.')).toBeVisible()
  await expect(send).toBeDisabled()
  await page.getByLabel('Link').fill('/discover')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('A new stage')
  await checkAndPhotograph(page, 'admin-announcements', { dark: true })

  await send.click()
  const dialog = page.getByRole('alertdialog', { name: 'Send “A new stage” to all members?' })
  await expect(dialog.getByText(/^It goes to \d+ members\. This can't be undone\.$/)).toBeVisible()
  await photographWindow(page, 'admin-announcement-confirm')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The announcement is on its way')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  const sent = page.getByRole('listitem').filter({ hasText: 'A new stage' })
  await expect(sent.getByText(/^Sent to \d+ members$/)).toBeVisible()
  await checkAndPhotograph(page, 'admin-announcements-sent', { dark: true })

  const row = member.page.getByRole('list', { name: 'Notifications' }).getByRole('link')
  await expect(row).toContainText('A new stage')
  await expect(row).toContainText('Come and see.')
  await checkAndPhotograph(member.page, 'activity-announcement', { dark: true })
  await row.click()
  await expect(member.page).toHaveURL(/\/discover$/)
})

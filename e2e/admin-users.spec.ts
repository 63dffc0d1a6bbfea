import { signIn } from '../src/shared/accounts/auth.ts'
import { updateStream } from '../src/shared/live/streams.ts'
import {
  type Member,
  checkAndPhotograph,
  createStream,
  expect,
  photographWindow,
  signUp,
  test,
} from './support/fixtures.ts'
import { displayName } from '../src/shared/accounts/users.ts'

const nameOf = ({ user }: Member) => displayName(user)

test('an admin changes the role of a member, whose open page has the admin side at once, and loses it again', async ({
  admin,
  member,
  page,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  await member.page.goto('/')
  const openMenu = () => member.page.getByRole('button', { name: 'Account menu' }).click()

  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(member.user.email)
  const row = page.getByRole('row', { name: nameOf(member) })
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await row.getByRole('button', { name: 'Edit role' }).click()
  const dialog = page.getByRole('dialog')
  const update = dialog.getByRole('button', { name: 'Update Role' })
  await expect(update).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Moderator' }).check()
  await dialog.getByRole('radio', { name: 'User', exact: false }).first().check()
  await expect(update).toBeDisabled()
  await dialog.getByRole('radio', { name: /^Admin/ }).check()
  await photographWindow(page, 'admin-role')
  await update.click()
  await expect(page.getByText('Role updated')).toBeVisible()
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()

  await expect(async () => {
    await openMenu()
    await expect(member.page.getByRole('menuitem', { name: 'Admin' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await member.page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(member.page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused()
  await expect(member.page.getByRole('complementary').getByText('Admin', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: 'Edit role' }).click()
  await dialog.getByRole('radio', { name: /^User/ }).check()
  await update.click()
  await expect(member.page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test('a deactivated member is signed out of the open page, and the live stream ends for its viewers', async ({
  admin,
  member,
  secondMember,
  page,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  const stream = await createStream(member.page)
  await member.page.request.put(updateStream.path.replace(':id', stream.id), { data: { isLive: true } })
  await member.page.goto('/preferences')
  await secondMember.page.goto(`/stream/${stream.id}`)
  await expect(secondMember.page.getByText('LIVE', { exact: true }).first()).toBeVisible()

  await page.goto(`/admin/users/${member.user.id}`)
  await page.getByRole('button', { name: 'Deactivate' }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText(nameOf(member))
  await confirm.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Status updated')).toBeVisible()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()

  await expect(member.page).toHaveURL(/\/auth\/login/)
  await expect(secondMember.page.getByText('Stream Offline')).toBeVisible()
  await page.getByLabel('New note').fill('Broadcast what is not theirs.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').getByText('Broadcast what is not theirs.')).toBeVisible()
  await checkAndPhotograph(page, 'admin-user', { dark: true })
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})

test('the users of a page are cards on a phone, whose drawer and dialogs need no pointer', async ({
  admin,
  member,
  secondMember,
  page,
  browser,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  const nameless = await browser.newContext()
  await signUp(nameless, { firstName: 'Amara', lastName: 'Okafor-James' })
  await page.goto('/admin')
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('button', { name: 'Open menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Administration' })
  await photographWindow(page, 'admin-drawer')
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await drawer.getByRole('link', { name: 'Users' }).focus()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeFocused()
  for (const { user } of [member, secondMember])
    await expect(page.getByRole('link', { name: displayName(user) })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await checkAndPhotograph(page, 'admin-users', { dark: true })
  await page.getByLabel('Role', { exact: true }).selectOption('Super Admin')
  await expect(page).toHaveURL(/role=super_admin/)
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByRole('heading', { name: 'Nobody matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page).toHaveURL(/\/admin\/users$/)
})

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from '../src/shared/accounts/auth.ts'
import { changeRole } from '../src/shared/operations/admin-users.ts'
import type { Role } from '../src/shared/roles.ts'
import { recordLog } from '../src/server/logs/queries.ts'
import type { SignedUp } from '../src/server/testing/user-actions.ts'
import type { AppUnderTest } from './support/app-under-test.ts'
import { type Member, checkAndPhotograph, expect, signUp, test } from './support/fixtures.ts'
import { withDatabase } from './support/creator-pro.ts'
import { displayName } from '../src/shared/accounts/users.ts'

const nameOf = ({ user }: Pick<Member, 'user'>) => displayName(user)
const signInAs = ({ email, password }: SignedUp, page: Page) =>
  page.request.post(signIn.path, { data: { email, password } })
const setRole = (page: Page, { user }: Pick<Member, 'user'>, role: Role) =>
  page.request.put(changeRole.path.replace(':id', user.id), { data: { role } })
/** Stores entries of the operator's log, of problems that a test cannot cause. */
const storeLogs = (app: AppUnderTest, logs: readonly Parameters<typeof recordLog>[1][]) =>
  withDatabase(app, async (db) => {
    for (const log of logs) await recordLog(db, log)
  })
const entries = (page: Page) => page.getByRole('article')

test('a change of a role appears in the open audit trail of another admin, and on the page of the user', async ({
  admin,
  member,
  secondMember,
  page,
  browser,
}) => {
  await signInAs(admin, page)
  await setRole(page, secondMember, 'admin')
  const kofi = await signUp(await browser.newContext(), { firstName: 'Kofi', lastName: 'Asante' })
  await secondMember.page.goto('/admin/logs?tab=audit')
  await expect(secondMember.page.getByRole('switch', { name: 'Live' })).toBeChecked()
  await expect(entries(secondMember.page).first()).toContainText(nameOf(secondMember))

  await page.goto(`/admin/users/${kofi.user.id}`)
  const history = page.locator('div', { has: page.getByRole('heading', { name: 'History' }) }).last()
  await expect(history).toContainText('Nothing so far.')
  await page.getByRole('button', { name: 'Edit role' }).click()
  await page.getByRole('radio', { name: /^Admin/ }).check()
  await page.getByRole('button', { name: 'Update Role' }).click()
  const sentence = `${displayName(admin.user)} changed the role of Kofi Asante from User to Admin`
  await expect(history).toContainText(sentence)
  const first = entries(secondMember.page).first()
  await expect(first).toContainText(sentence)

  // Switched off, nothing is added.
  await secondMember.page.getByRole('switch', { name: 'Live' }).click()
  await setRole(page, member, 'moderator')
  await first.getByText('Details').click()
  await expect(first.locator('pre')).toContainText('"after": "admin"')
  await expect(first).toContainText('Kofi Asante')
  await secondMember.page.getByRole('switch', { name: 'Live' }).click()
  await expect(entries(secondMember.page).first()).toContainText(nameOf(member))

  await page.getByRole('link', { name: 'All about this user' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/logs\\?tab=audit&subjectId=${kofi.user.id}$`))
  await expect(page.getByText('About: Kofi Asante')).toBeVisible()
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove the filter About: Kofi Asante' }).click()
  await expect(entries(page).first()).toContainText(nameOf(member))
  await expect(page).toHaveURL(/\/admin\/logs\?tab=audit$/)
})

test('the audit trail is filtered by action, and downloaded as CSV', async ({ admin, member, page }) => {
  await signInAs(admin, page)
  await setRole(page, member, 'moderator')
  const note = { text: 'She said "no";\n=1+1' }
  await page.request.post(`/api/admin/users/${member.user.id}/notes`, { data: note })
  await page.goto('/admin/logs')
  await page.getByRole('tab', { name: 'Audit trail' }).click()
  await page.getByLabel('Action').selectOption('Note added')
  await expect(page).toHaveURL(/tab=audit&action=user.noted/)
  const entry = entries(page).first()
  await expect(entry).toContainText(`added a note about ${nameOf(member)}`)
  await entry.getByText('Details').click()
  await expect(entry.locator('pre')).toContainText('She said')
  await entry.getByRole('button', { name: `Only about ${nameOf(member)}` }).click()
  await expect(entries(page)).toHaveCount(1)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(`user.noted,${nameOf({ user: admin.user })},`)
  await page.getByLabel('Until').fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all entries' }).click()
  await expect(page).toHaveURL(/\/admin\/logs\?tab=audit$/)
  await expect(entries(page).nth(1)).toBeVisible()
  await checkAndPhotograph(page, 'admin-audit', { dark: true })
})

test('the system log is filtered and read on a phone, with new entries as they come', async ({
  admin,
  app,
  member,
  page,
}) => {
  await signInAs(admin, page)
  const { id } = member.user
  const job = { name: 'videos.encode', attempts: 3 }
  await storeLogs(app, [
    { level: 'info', category: 'moderation', message: 'A chat message was deleted.', userId: id },
    ...Array.from({ length: 22 }, () => ({
      ...{ level: 'info' as const, category: 'live' as const, message: 'The live engine was started.' },
    })),
    { level: 'warn', category: 'videos', message: 'A video could not be processed: unreadable.' },
    {
      level: 'error',
      category: 'jobs',
      message: 'A job failed for good.',
      metadata: { job, error: 'ENOSPC' },
    },
    { level: 'info', category: 'moderation', message: 'A member was timed out in a chat.', userId: id },
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/logs')
  await expect(entries(page)).toHaveCount(20)
  const failed = entries(page).filter({ hasText: 'A job failed for good.' })
  await expect(failed.getByText('Error', { exact: true })).toBeVisible()
  await failed.getByText('Details').focus()
  await page.keyboard.press('Enter')
  await expect(failed.locator('pre')).toContainText('"name": "videos.encode"')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await checkAndPhotograph(page, 'admin-logs', { dark: true })

  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(entries(page)).not.toHaveCount(20)
  await page.getByRole('searchbox', { name: 'Search' }).fill('videos.ENCODE')
  await expect(page).toHaveURL(/search=videos\.ENCODE/)
  await expect(entries(page)).toHaveCount(1)
  await page.getByLabel('Level').selectOption('Warning')
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all entries' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')

  await page.getByLabel('Level').selectOption('Warning')
  await page.getByLabel('Category').selectOption('Videos')
  await expect(entries(page)).toHaveCount(1)
  const late = { level: 'warn', category: 'videos', message: 'It came while the page was open.' } as const
  await storeLogs(app, [
    { ...late, userId: id },
    { ...late, level: 'info' },
  ])
  await expect(entries(page)).toHaveCount(2)
  await entries(page).first().getByText('Details').click()
  await entries(page).first().getByRole('button', { name: 'Only this member' }).click()
  await expect(page.getByText(`Member: ${nameOf(member)}`)).toBeVisible()
  await expect(entries(page)).toHaveText(/It came while the page was open/)
  await entries(page)
    .getByRole('link', { name: nameOf(member) })
    .click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${id}$`))
})

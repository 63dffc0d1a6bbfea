import { signIn } from '../src/shared/accounts/auth.ts'
import { sendContactMessage } from '../src/shared/operations/contact.ts'
import { TestSmtpServer } from '../src/server/mail/testing/test-smtp-server.ts'
import { displayName } from '../src/shared/accounts/users.ts'
import { checkAndPhotograph, expect, photographWindow, test as base } from './support/fixtures.ts'

/** One for all stories, as in `mail.spec.ts`. */
let server: Promise<TestSmtpServer> | null = null

/** The app of these stories sends its mail to `smtp`. */
const test = base.extend<{ smtp: TestSmtpServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern.
  smtp: async ({}, use) => use(await (server ??= TestSmtpServer.start())),
  appEnv: async ({ smtp }, use) => use(smtp.env),
})
test.afterAll(async () => (await server)?.stop())

test('two admins share the inbox: one assigns and answers a message, the other sees that, and no message is answered twice', async ({
  admin,
  member,
  page,
  smtp,
}) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
  await page.request.put(`/api/admin/users/${member.user.id}/role`, { data: { role: 'admin' } })
  const subject = 'How do I begin?'
  await page.request.post(sendContactMessage.path, {
    data: { fullName: 'Fọlákẹ́', email: 'folake@example.org', subject, message: 'I have a camera.' },
  })
  const other = member.page
  await other.goto('/admin/contact')
  await page.goto('/admin/contact')
  const assignee = { name: `Assigned to, for: ${subject}` }
  await other.getByRole('combobox', assignee).selectOption(`${displayName(member.user)} (you)`)
  await expect(other.getByText(`Assigned to ${displayName(member.user)}`, { exact: true })).toBeVisible()
  // The open page of the other admin is not reloaded.
  await expect(page.getByRole('combobox', assignee)).toHaveValue(member.user.id)
  await checkAndPhotograph(page, 'admin-contact', { dark: true })

  for (const each of [page, other]) {
    await each.getByRole('button', { name: `Answer: ${subject}` }).click()
    await each.getByRole('dialog').getByRole('textbox', { name: 'Your answer' }).fill('Press Go Live.')
  }
  await other.getByRole('button', { name: 'Send answer' }).click()
  await expect(other.getByText('The answer is on its way')).toBeVisible()
  await expect(other.getByText('No open messages')).toBeVisible()

  // It has left the list below the dialog, which keeps what was typed.
  await page.getByRole('button', { name: 'Send answer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(
    `${displayName(member.user)} has answered this message already: “Press Go Live.”`,
  )
  await expect(dialog.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Press Go Live.')
  await expect(dialog.getByRole('button', { name: 'Send answer' })).toBeDisabled()
  await photographWindow(page, 'admin-contact-refused')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The button that opened it has gone.
  await expect(page.getByRole('tabpanel').locator(':focus')).toContainText('No open messages')
  await page.getByRole('tab', { name: 'Closed' }).click()
  await expect(page.getByText('Press Go Live.')).toBeVisible()
  await expect(page.getByText(/^Answered by/)).toContainText(displayName(member.user))
  await checkAndPhotograph(page, 'admin-contact-answered', { dark: true })
  await expect.poll(() => smtp.mailsTo('folake@example.org').length).toBe(1)

  await page.getByRole('button', { name: `Reopen: ${subject}` }).click()
  await expect(page.getByText('The message is open again')).toBeVisible()
  await expect(other.getByRole('heading', { name: subject })).toBeVisible()
  await expect(other.getByRole('button', { name: `Answer: ${subject}` })).toBeHidden()
})

import type { Page } from '@playwright/test'
import { displayName } from '../src/shared/accounts/users.ts'
import { checkAndPhotograph, createPost, expect, signUp, test } from './support/fixtures.ts'
import { enter, expectFocusOn } from './support/keyboard.ts'
import { chooseMessageAction, messageOf, openChat, sendMessage } from './support/chatting.ts'
import { newModerator } from './support/moderating.ts'

const RULE = '1. Respect people: no insults, threats or harassment.'

/** Reports the content whose menu is open. */
async function report(page: Page, words: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: RULE }).check()
  await dialog.getByRole('textbox', { name: 'What happened?' }).fill(words)
  await checkAndPhotograph(page, 'report-dialog', { dark: true })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you for your report')).toBeVisible()
}

test('a reported chat message is removed; its author is notified, appeals, and another moderator restores it', async ({
  admin,
  member,
  secondMember: viewer,
  browser,
  page,
}) => {
  const text = 'Nobody wants you here'
  await signUp(page)
  await openChat(page, member.page, viewer.page)
  await sendMessage(member.page, text)
  await expect(messageOf(viewer.page, text)).toBeVisible()
  await chooseMessageAction(viewer.page, text, 'Report')
  await report(viewer.page, 'At midnight, to a newcomer.')

  const openFor = async (name: string) => (await newModerator(browser, admin, name)).context.newPage()
  const [moderator, colleague] = [await openFor('Amina'), await openFor('Kofi')]
  await moderator.goto('/moderation')
  await expect(moderator.getByText('Nobody wants you here')).toBeVisible()
  await checkAndPhotograph(moderator, 'moderation-queue', { dark: true })
  await moderator.getByRole('link', { name: `Chat message by ${displayName(member.user)}` }).click()
  await expect(moderator.getByText('At midnight, to a newcomer.')).toBeVisible()
  await expect(moderator.getByRole('listitem').filter({ hasText: text })).toContainText('Reported')
  const caseUrl = moderator.url()
  await colleague.goto(caseUrl)
  await expect(colleague.getByText('has this open, too.')).toBeVisible()
  await checkAndPhotograph(colleague, 'moderation-case', { dark: true })
  await moderator.getByRole('button', { name: 'Remove' }).click()
  const dialog = moderator.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: RULE })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'To the member' }).fill('That is an insult.')
  await checkAndPhotograph(moderator, 'moderation-decide', { dark: true })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(messageOf(viewer.page, text)).toBeHidden()
  await expect(colleague.getByText('Somebody else has decided this in the meantime.')).toBeVisible()
  await enter(colleague, colleague.getByRole('button', { name: 'Show the decision' }))
  await expectFocusOn(colleague, colleague.getByRole('heading', { name: 'Report', level: 1 }))
  await expect(colleague.getByRole('heading', { name: 'Decisions on this' })).toBeVisible()

  await viewer.page.goto('/activity')
  await expect(viewer.page.getByText(/a moderator acted on the chat message/)).toBeVisible()
  await member.page.goto('/activity')
  await member.page.getByRole('link', { name: /A moderator removed your chat message/ }).click()
  await expect(member.page.getByText('That is an insult.')).toBeVisible()
  await member.page.getByRole('textbox', { name: /reversed/ }).fill('I was quoting a song.')
  await checkAndPhotograph(member.page, 'decision', { dark: true })
  await member.page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(member.page.getByText('A moderator will read it.')).toBeVisible()

  await moderator.goto('/moderation?tab=appeals')
  await expect(moderator.getByText('Another moderator decides this.')).toBeVisible()
  await colleague.goto('/moderation?tab=appeals')
  await expect(colleague.getByText('I was quoting a song.')).toBeVisible()
  await checkAndPhotograph(colleague, 'moderation-appeals', { dark: true })
  await colleague.getByRole('button', { name: 'Reverse the decision' }).click()
  await colleague.getByRole('dialog').getByRole('button', { name: 'Reverse the decision' }).click()
  await expect(colleague.getByText('No appeals are waiting')).toBeVisible()
  await page.reload()
  await expect(messageOf(page, text)).toBeVisible()
  await member.page.reload()
  await expect(member.page.getByText('Your appeal was successful')).toBeVisible()
})

test('the queue does not exist for members, and the rules are for everyone', async ({ member, page }) => {
  await member.page.goto('/moderation')
  await expect(member.page.getByRole('heading', { level: 1 })).not.toHaveText('Moderation')
  expect((await member.page.request.get('/moderation')).status()).toBe(404)
  await page.goto('/community')
  await expect(page.getByRole('listitem').filter({ hasText: 'Respect people' })).toBeVisible()
  await checkAndPhotograph(page, 'community', { dark: true })
})

test('a post is reported from its menu by keyboard', async ({ member, page }) => {
  await signUp(page)
  const post = await createPost(page, { content: 'Something nasty' })
  await member.page.goto(`/post/${post.id}`)
  await member.page.getByRole('button', { name: 'More' }).first().focus()
  await member.page.keyboard.press('Enter')
  await expect(member.page.getByRole('menu')).toBeFocused()
  await member.page.keyboard.press('ArrowDown')
  await expect(member.page.getByRole('menuitem', { name: 'Report' })).toBeFocused()
  await member.page.keyboard.press('Enter')
  const dialog = member.page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: RULE })).toBeVisible()
  await dialog.getByRole('radio', { name: RULE }).focus()
  await member.page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Send report' })).toBeEnabled()
  await member.page.keyboard.press('Enter')
  await expect(member.page.getByText('Thank you for your report')).toBeVisible()
  await expect(member.page.getByRole('button', { name: 'More' }).first()).toBeFocused()
})

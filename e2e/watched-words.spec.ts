import type { Page } from '@playwright/test'
import { saveSetting } from '../src/shared/operations/admin-settings.ts'
import { signIn } from '../src/shared/accounts/auth.ts'
import { messageField, messageOf, openChat, sendMessage } from './support/chatting.ts'
import { axeCheck, checkAndPhotograph, createPost, expect, test } from './support/fixtures.ts'
import { openComposer, postCard } from './support/posting.ts'

const LIST = 'community.refusedWords'

test.beforeEach(async ({ admin, page }) => {
  const { email, password } = admin
  await page.request.post(signIn.path, { data: { email, password } })
})

// Other stories use the same app.
test.afterEach(async ({ page }) => {
  await page.request.delete(`${saveSetting.path}/${LIST}`)
})

/** An admin edits the list, first with a line that cannot be watched for. */
async function watchWords(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/settings')
  await page.getByRole('searchbox').fill(LIST)
  await page.getByRole('button', { name: `Edit ${LIST}` }).click()
  const dialog = page.getByRole('dialog', { name: LIST })
  await dialog.getByLabel('Value').fill('plantain\na$$\nno jollof')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText("Line 2 can't be watched for.", { exact: false })).toBeVisible()
  await expect(dialog.getByLabel('Value')).toBeFocused()
  await page.keyboard.type('garri')
  await expect(dialog.getByText('3 of 1,000 words, one on each line.')).toBeVisible()
  await checkAndPhotograph(page, 'admin-watched-words')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('3 words')).toBeVisible()
}

test('an admin watches words, and a post with one is refused without losing it', async ({ page, member }) => {
  await watchWords(page)
  await member.page.goto('/')
  await openComposer(member.page)
  const post = member.page.getByRole('textbox', { name: 'Your post' })
  await post.fill('Fried Plántain for everyone')
  await member.page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(member.page.getByText("“Plántain” can't be used here.", { exact: false })).toBeVisible()
  await expect(post).toHaveValue('Fried Plántain for everyone')
  await checkAndPhotograph(member.page, 'post-watched-word')
  await post.focus()
  await post.fill('Fried yam for everyone')
  await member.page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(postCard(member.page, 'Fried yam for everyone')).toBeVisible()
})

test('a refused comment and a refused message go back to their fields', async ({
  page,
  member,
  secondMember,
}) => {
  await page.request.post(saveSetting.path, { data: { key: LIST, value: 'plantain' } })
  const { id } = await createPost(member.page)
  await member.page.goto(`/post/${id}`)
  const comment = member.page.getByRole('textbox', { name: 'Your comment' })
  await comment.fill('PLANTAIN!')
  await member.page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(member.page.getByText("“PLANTAIN” can't be used here.", { exact: false })).toBeVisible()
  await axeCheck(member.page)
  await member.page.getByRole('button', { name: 'Edit' }).click()
  await expect(comment).toBeFocused()
  await expect(comment).toHaveValue('PLANTAIN!')

  await openChat(member.page, secondMember.page)
  await messageField(secondMember.page).fill('who has plantain?')
  await secondMember.page.keyboard.press('Enter')
  await expect(secondMember.page.getByText("“plantain” can't be used here.", { exact: false })).toBeVisible()
  await checkAndPhotograph(secondMember.page, 'chat-watched-word')
  await secondMember.page.getByRole('button', { name: 'Edit' }).click()
  await expect(messageField(secondMember.page)).toBeFocused()
  await expect(messageField(secondMember.page)).toHaveValue('who has plantain?')
  await messageField(secondMember.page).fill('who has yam?')
  await secondMember.page.keyboard.press('Enter')
  await expect(messageOf(member.page, 'who has yam?')).toBeVisible()
  await expect(messageOf(member.page, 'plantain')).toHaveCount(0)
})

test('the streamer watches for words in the chat, and a viewer who uses one sees a message', async ({
  member,
  secondMember,
}) => {
  const [streamer, viewer] = [member.page, secondMember.page]
  await openChat(streamer, viewer)
  await openChatWords(streamer)
  const dialog = streamer.getByRole('dialog', { name: 'Watched words' })
  await dialog.getByLabel('Words and phrases').fill('spoiler\nthe end')
  await checkAndPhotograph(streamer, 'chat-words')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(streamer.getByText('Watched words saved')).toBeVisible()
  await expect(dialog).toBeHidden()
  await messageField(viewer).fill('This is THE END')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByText("“THE END” can't be used here.", { exact: false })).toBeVisible()
  await openChatWords(streamer)
  await expect(dialog.getByLabel('Words and phrases')).toHaveValue('spoiler\nthe end')
  await expect(viewer.getByRole('button', { name: 'Chat rules and bans' })).toBeHidden()
})

async function openChatWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat rules and bans' }).click()
  await page.getByRole('menuitem', { name: 'Watched words' }).click()
}

test('a held message waits at its author, and everyone sees it once the streamer approves it', async ({
  member,
  secondMember,
  browser,
}) => {
  const [streamer, author] = [member.page, secondMember.page]
  const id = await openChat(streamer, author)
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/stream/${id}`)
  await openChatWords(streamer)
  const dialog = streamer.getByRole('dialog', { name: 'Watched words' })
  await dialog.getByLabel('Words and phrases').fill('spoiler')
  await dialog.getByLabel('Messages with one of them').selectOption('Hold for review')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  for (const text of ['No spoiler please', 'The spoiler is: he sings']) await sendMessage(author, text)
  await sendMessage(author, 'Sorry')
  await expect(messageOf(author, 'No spoiler please')).toContainText('Waiting for review')
  await expect(messageOf(visitor, 'Sorry')).toBeVisible()
  await author.reload()
  await expect(messageOf(author, 'he sings')).toContainText('Waiting for review')
  await checkAndPhotograph(author, 'chat-waiting')

  const held = streamer.getByRole('region', { name: 'Messages waiting for review' })
  await expect(held.getByText('2 messages are waiting for review')).toBeVisible()
  await checkAndPhotograph(streamer, 'chat-held')
  await held.getByRole('button', { name: /^Approve .*No spoiler please$/ }).press('Enter')
  // The button is gone.
  await expect(streamer.locator(':focus')).toContainText('1 message is waiting for review')
  await held.getByRole('button', { name: /^Delete .*he sings$/ }).press('Enter')
  await expect(held).toBeHidden()
  for (const page of [streamer, author, visitor]) {
    await expect(messageOf(page, 'No spoiler please')).toHaveCount(1)
    await expect(messageOf(page, 'No spoiler please')).not.toContainText('Waiting for review')
    await expect(messageOf(page, 'he sings')).toHaveCount(0)
  }
})

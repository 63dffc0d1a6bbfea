import { displayName } from '../../src/shared/users.ts'
import {
  chooseMessageAction,
  messageField,
  messageOf,
  openChat,
  sendMessage,
  setChatRule,
} from '../support/chatting.ts'
import {
  axeCheck,
  createStream,
  darkContrastCheck,
  expect,
  checkAndPhotograph,
  photographWindow,
  test,
} from '../support/fixtures.ts'

test('a reply mentions the author of the message, quotes it, and is highlighted for them', async ({
  member,
  secondMember,
}) => {
  await openChat(member.page, secondMember.page)
  await sendMessage(secondMember.page, 'Port of Spain checking in')
  await chooseMessageAction(member.page, 'Port of Spain', 'Reply')
  const name = displayName(secondMember.user)
  await expect(member.page.getByText(`Replying to ${name}`)).toBeVisible()
  await expect(messageField(member.page)).toBeFocused()
  await expect(messageField(member.page)).toHaveValue(`@${secondMember.user.handle} `)
  await member.page.keyboard.type('welcome! See https://example.org/egusi')
  await member.page.keyboard.press('Enter')
  const reply = messageOf(secondMember.page, 'welcome!')
  await expect(reply).toContainText('Mentions you')
  await expect(messageOf(member.page, 'welcome!')).not.toContainText('Mentions you')
  const link = reply.getByRole('link', { name: 'https://example.org/egusi' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(link).toHaveAttribute('target', '_blank')
  await checkAndPhotograph(secondMember.page, 'chat-reply')
  await darkContrastCheck(secondMember.page)
  await reply
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await expect(messageOf(secondMember.page, 'Port of Spain checking in').first()).toBeFocused()
})

test('an emoji is picked with the keyboard, in the chosen skin tone', async ({ member: { page } }) => {
  await openChat(page)
  await messageField(page).fill('Bravo ')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByRole('button', { name: 'Tears of joy' })).toBeFocused()
  await checkAndPhotograph(page, 'chat-emoji')
  await darkContrastCheck(page)
  await page.getByRole('radio', { name: 'Medium-dark skin tone' }).check({ force: true })
  await page.getByRole('button', { name: 'Tears of joy' }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(messageField(page)).toHaveValue('Bravo 🙌🏾')
  await expect(messageField(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(messageOf(page, 'Bravo 🙌🏾')).toBeVisible()
})

test('deletions and pins by a moderator show for everyone at once', async ({
  browser,
  member,
  secondMember,
  app,
}) => {
  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  const pages = [member.page, secondMember.page, visitor]
  await openChat(member.page, secondMember.page, visitor)
  await sendMessage(secondMember.page, 'Greens go in first')
  await sendMessage(secondMember.page, 'Something unkind')
  await sendMessage(secondMember.page, 'Mine to take back')

  await chooseMessageAction(member.page, 'Something unkind', 'Delete message')
  await chooseMessageAction(secondMember.page, 'Mine to take back', 'Delete message')
  for (const page of pages) {
    await expect(messageOf(page, 'Something unkind')).toBeHidden()
    await expect(messageOf(page, 'Mine to take back')).toBeHidden()
  }
  await chooseMessageAction(member.page, 'Greens go in first', 'Pin')
  for (const page of pages) {
    const pinned = page.getByRole('region', { name: 'Pinned' })
    await expect(pinned.getByText('Greens go in first')).toBeVisible()
    const toggle = pinned.getByRole('button', { name: 'Pinned' })
    await toggle.click()
    await expect(toggle).toContainText('Greens go in first')
    await toggle.click()
  }
  await expect(visitor.getByRole('button', { name: 'Unpin' })).toBeHidden()
  await expect(visitor.getByRole('button', { name: /^Actions/ })).toBeHidden()
  await setChatRule(member.page, '10 seconds')
  await setChatRule(member.page, 'Followers only')
  await checkAndPhotograph(member.page, 'chat-moderator')
  await checkAndPhotograph(visitor, 'chat-pinned')
  await member.page.getByRole('button', { name: 'Unpin' }).click()
  for (const page of pages) await expect(page.getByRole('button', { name: 'Pinned' })).toBeHidden()
})

test('a timed-out member sees when the time-out ends, and keeps the typed text', async ({
  member,
  secondMember,
}) => {
  const { page } = secondMember
  await openChat(member.page, page)
  await sendMessage(page, 'Too much of it')
  await messageField(page).fill('and more')
  await chooseMessageAction(member.page, 'Too much of it', '1 minute', /What they wrote is taken out/)
  await expect(page.getByText(/what you wrote was taken out.*again in 0:5\d/)).toBeVisible()
  await expect(messageField(page)).toBeHidden()
  await expect(messageOf(page, 'Too much of it')).toBeHidden()
  await checkAndPhotograph(page, 'chat-timed-out')
  await member.page.getByRole('button', { name: 'Chat rules and bans' }).click()
  await member.page.getByRole('menuitem', { name: 'Bans and time-outs' }).click()
  await expect(member.page.getByRole('dialog').getByText('Timed out until')).toBeVisible()
  await checkAndPhotograph(member.page, 'chat-bans')
  await member.page.getByRole('button', { name: /^Lift for/ }).click()
  await expect(member.page.getByText('Nobody is banned or timed out here.')).toBeVisible()
  await expect(messageField(page)).toHaveValue('and more')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await member.page.keyboard.press('Escape')
  await expect(messageOf(member.page, 'and more')).toBeVisible()
})

test('a ban applies in every window of the member at once, and can be lifted', async ({
  member,
  secondMember,
}) => {
  const windows = [secondMember.page, await secondMember.context.newPage()] as const
  const id = await openChat(member.page, ...windows)
  await sendMessage(windows[0], 'Unkind words')
  await expect(messageOf(windows[1], 'Unkind words')).toBeVisible()
  await chooseMessageAction(member.page, 'Unkind words', 'Ban from this stream')
  const dialog = member.page.getByRole('alertdialog')
  await expect(dialog).toContainText(`Ban ${displayName(secondMember.user)} from this stream?`)
  await checkAndPhotograph(member.page, 'chat-ban-dialog')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  for (const page of windows) {
    await expect(page.getByText('You were banned from this stream.', { exact: true })).toBeVisible()
    await expect(page.getByText('You cannot read or write its chat.')).toBeVisible()
  }
  await expect(messageOf(member.page, 'Unkind words')).toBeHidden()
  await checkAndPhotograph(windows[0], 'chat-banned')

  await sendMessage(member.page, 'Sent during the ban')
  const lifted = await member.page.request.delete(`/api/streams/${id}/bans/${secondMember.user.id}`)
  expect(lifted.status()).toBe(200)
  for (const page of windows) {
    await expect(messageField(page)).toBeVisible()
    await expect(messageOf(page, 'Sent during the ban')).toBeVisible()
  }
  await sendMessage(member.page, 'After it')
  await expect(messageOf(windows[0], 'After it')).toBeVisible()
})

test('slow mode counts down while the typed text stays, and followers-only mode restricts writing', async ({
  member,
  secondMember,
}) => {
  const { page } = secondMember
  await openChat(member.page, page)
  await setChatRule(member.page, '3 seconds')
  await expect(page.getByText('Slow mode: 3 seconds')).toBeVisible()
  await sendMessage(page, 'First')
  await messageField(page).fill('Second')
  await page.keyboard.press('Enter')
  await expect(messageField(page)).toHaveValue('Second')
  await expect(
    page.getByRole('button', { name: /You can send the next message in \d seconds?/ }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(messageOf(member.page, 'Second')).toBeVisible()

  await messageField(page).fill('Third')
  await setChatRule(member.page, 'Followers only')
  await expect(page.getByText('Only followers can write here.')).toBeVisible()
  await checkAndPhotograph(page, 'chat-followers-only')
  await page.getByRole('region', { name: 'Live chat' }).getByRole('button', { name: 'Follow' }).click()
  await expect(messageField(page)).toHaveValue('Third')
})

test('turning the chat off hides its messages until it is turned on again', async ({
  member,
  secondMember,
}) => {
  const { page } = secondMember
  const id = await openChat(member.page, page)
  await sendMessage(page, 'Still here')
  const put = (allowChat: boolean) =>
    member.page.request.put(`/api/streams/${id}`, { data: { settings: { allowChat } } })
  await put(false)
  await expect(page.getByText('Chat is off for this stream.')).toBeVisible()
  await expect(messageOf(page, 'Still here')).toBeHidden()
  await put(true)
  await expect(messageOf(page, 'Still here')).toBeVisible()
  await sendMessage(page, 'And on')
})

test('messages and their menus are reached with the keyboard, and a deleted message passes the focus to the next one', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await openChat(page, secondMember.page)
  for (const text of ['first', 'second', 'third']) await sendMessage(secondMember.page, text)
  await expect(messageOf(page, 'third')).toBeVisible()
  await messageField(page).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(messageOf(page, 'third').getByRole('button', { name: /^Actions/ })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(messageOf(page, 'third')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(messageOf(page, 'second')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeFocused()
  await axeCheck(page)
  await page.keyboard.press('Escape')
  await expect(messageOf(page, 'second').getByRole('button', { name: /^Actions/ })).toBeFocused()

  // New messages do not move the focus or the scroll position of a keyboard user.
  for (let more = 0; more < 5; more += 1) await sendMessage(secondMember.page, `more ${more}`)
  await expect(page.getByRole('button', { name: '5 new messages' })).toBeVisible()
  await chooseMessageAction(secondMember.page, 'second', 'Delete message')
  await expect(messageOf(page, 'third')).toBeFocused()
  await page.keyboard.press('End')
  await expect(messageOf(page, 'more 4')).toBeFocused()
})

test('on a phone a tap opens the menu of a message', async ({ browser, member, secondMember, app }) => {
  const { id } = await createStream(member.page)
  const context = await browser.newContext({
    baseURL: app.url,
    storageState: await member.context.storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto(`/stream/${id}`)
  await secondMember.page.goto(`/stream/${id}`)
  await sendMessage(
    secondMember.page,
    'Mèsi anpil pou resèt la, my grandmother in Mobile ground melon seed too',
  )
  await sendMessage(secondMember.page, 'ሰላም ከአዲስ አበባ')
  await messageOf(page, 'Mèsi')
    .getByRole('button', { name: /^Actions/ })
    .tap()
  await expect(page.getByRole('menuitem', { name: 'Ban from this stream' })).toBeVisible()
  await photographWindow(page, 'chat-phone-menu')
  await page.getByRole('menuitem', { name: 'Reply' }).tap()
  await expect(messageField(page)).toBeFocused()
  await photographWindow(page, 'chat-phone-reply')
  await page.getByRole('button', { name: 'Send' }).tap()
  await expect(messageOf(page, 'ground melon seed').last()).toBeVisible()
  await expect(messageField(page)).toHaveValue('')
  await expect(messageField(page)).toBeFocused()
  await context.close()
})

import type { Locator, Page } from '@playwright/test'
import { displayName } from '../../src/shared/accounts/users.ts'
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
  expect,
  checkAndPhotograph,
  type Member,
  photographWindow,
  test,
} from '../support/fixtures.ts'

test('two members chat with replies, mentions, emojis and the keyboard alone', async ({
  member,
  secondMember,
}) => {
  await openChat(member.page, secondMember.page)
  await sendAfterFailure(secondMember.page, 'Port of Spain checking in')
  await expect(messageOf(member.page, 'Port of Spain checking in')).toHaveCount(1)
  await checkTime(member.page, 'Port of Spain checking in')
  await reply(member.page, secondMember)
  await pickEmoji(member.page)
  await pasteEmoji(member.page)
  await moveByKeyboard(member.page, secondMember.page)
})

/** A message that failed to send stays, marked as not sent, and can be sent again. */
async function sendAfterFailure(page: Page, text: string): Promise<void> {
  await page.route('**/api/chat/send', (route) => route.abort())
  await messageField(page).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not sent.')).toBeVisible()
  await checkAndPhotograph(page, 'chat-not-sent')
  await page.unroute('**/api/chat/send')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not sent.')).toBeHidden()
}

/** 400 emoji are within the limit of 500 characters: the field takes all of them. */
async function pasteEmoji(page: Page): Promise<void> {
  const emoji = '🎉'.repeat(400)
  await messageField(page).focus()
  await page.keyboard.insertText(emoji)
  await expect(messageField(page)).toHaveValue(emoji)
  await page.keyboard.press('Enter')
  await expect(messageOf(page, emoji)).toBeVisible()
}

/** The time of a message appears on hover; it covers no words, and moves nothing. */
async function checkTime(page: Page, text: string): Promise<void> {
  const message = messageOf(page, text)
  const box = await message.boundingBox()
  await message.hover()
  await expect(message.locator('time')).toHaveCSS('opacity', '1')
  expect(await message.boundingBox()).toEqual(box)
  const words = await textBoxes(message.getByText(text))
  expect(words).not.toEqual([])
  for (const above of [message.locator('time'), message.getByRole('button', { name: /^Actions/ })]) {
    const a = await above.boundingBox()
    if (!a) throw new Error('the time or the button of the menu is not visible')
    const covered = words.filter(
      (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
    )
    expect(covered).toEqual([])
  }
}

/** The rectangles of the lines of a text. */
function textBoxes(text: Locator) {
  return text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }))
  })
}

/** A reply mentions the author of the message, quotes it, and is highlighted for them. */
async function reply(page: Page, author: Member): Promise<void> {
  await chooseMessageAction(page, 'Port of Spain', 'Reply')
  await expect(page.getByText(`Replying to ${displayName(author.user)}`)).toBeVisible()
  await expect(messageField(page)).toBeFocused()
  await expect(messageField(page)).toHaveValue(`@${author.user.handle} `)
  await page.keyboard.type('welcome! See https://example.org/egusi')
  await page.keyboard.press('Enter')
  const received = messageOf(author.page, 'welcome!')
  await expect(received).toContainText('Mentions you')
  await expect(messageOf(page, 'welcome!')).not.toContainText('Mentions you')
  const link = received.getByRole('link', { name: 'https://example.org/egusi' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(link).toHaveAttribute('target', '_blank')
  await checkAndPhotograph(author.page, 'chat-reply', { dark: true })
  await received
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await expect(messageOf(author.page, 'Port of Spain checking in').first()).toBeFocused()
}

/** An emoji is picked with the keyboard, in the chosen skin tone. */
async function pickEmoji(page: Page): Promise<void> {
  await messageField(page).fill('Bravo ')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByRole('button', { name: 'Tears of joy' })).toBeFocused()
  await checkAndPhotograph(page, 'chat-emoji', { dark: true })
  await page.getByRole('radio', { name: 'Medium-dark skin tone' }).check({ force: true })
  await page.getByRole('button', { name: 'Tears of joy' }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(messageField(page)).toHaveValue('Bravo 🙌🏾')
  await expect(messageField(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(messageOf(page, 'Bravo 🙌🏾')).toBeVisible()
}

/** Messages and their menus are reached with the keyboard, and a deleted message passes the focus to the next one. */
async function moveByKeyboard(page: Page, otherPage: Page): Promise<void> {
  for (const text of ['one of three', 'second', 'third']) await sendMessage(otherPage, text)
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
  for (let more = 0; more < 2; more += 1) await sendMessage(otherPage, `more ${more}`)
  await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible()
  await chooseMessageAction(otherPage, 'second', 'Delete message')
  await expect(messageOf(page, 'third')).toBeFocused()
  await page.keyboard.press('End')
  await expect(messageOf(page, 'more 1')).toBeFocused()
}

test('what a moderator deletes, pins, restricts and turns off shows in every window at once', async ({
  browser,
  member,
  secondMember,
  app,
}) => {
  const moderator = member.page
  const windows = [secondMember.page, await secondMember.context.newPage()] as const
  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  const id = await openChat(moderator, ...windows, visitor)
  await deleteAndPin(moderator, [...windows, visitor])
  await visitor.context().close()
  await timeOut(moderator, windows[0])
  await ban(moderator, { ...secondMember, windows, streamId: id })
  await windows[1].close()
  await restrictWriting(moderator, windows[0])

  const allowChat = (allowed: boolean) =>
    moderator.request.put(`/api/streams/${id}`, { data: { settings: { allowChat: allowed } } })
  await allowChat(false)
  await expect(windows[0].getByText('Chat is off for this stream.')).toBeVisible()
  await expect(messageOf(windows[0], 'After it')).toBeHidden()
  await allowChat(true)
  await expect(messageOf(windows[0], 'After it')).toBeVisible()
  await sendMessage(moderator, 'And on')
  await expect(messageOf(windows[0], 'And on')).toBeVisible()
})

async function deleteAndPin(moderator: Page, others: [Page, Page, Page]): Promise<void> {
  const [author, , visitor] = others
  const pages = [moderator, ...others]
  await sendMessage(author, 'Greens go in first')
  await sendMessage(author, 'Something unkind')
  await sendMessage(author, 'Mine to take back')
  await chooseMessageAction(moderator, 'Something unkind', 'Delete message')
  await chooseMessageAction(author, 'Mine to take back', 'Delete message')
  for (const page of pages) {
    await expect(messageOf(page, 'Something unkind')).toBeHidden()
    await expect(messageOf(page, 'Mine to take back')).toBeHidden()
  }
  await chooseMessageAction(moderator, 'Greens go in first', 'Pin')
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
  await checkAndPhotograph(visitor, 'chat-pinned')
  await moderator.getByRole('button', { name: 'Unpin' }).click()
  for (const page of pages) await expect(page.getByRole('button', { name: 'Pinned' })).toBeHidden()
}

/** A timed-out member sees when the time-out ends, and keeps the typed text. */
async function timeOut(moderator: Page, page: Page): Promise<void> {
  await sendMessage(page, 'Too much of it')
  await messageField(page).fill('and more')
  await chooseMessageAction(moderator, 'Too much of it', '1 minute', /Their messages are removed/)
  await expect(page.getByText(/your messages were removed.*again in (1:00|0:\d\d)/)).toBeVisible()
  await expect(messageField(page)).toBeHidden()
  await expect(messageOf(page, 'Too much of it')).toBeHidden()
  await checkAndPhotograph(page, 'chat-timed-out')
  await moderator.getByRole('button', { name: 'Chat rules and bans' }).click()
  await moderator.getByRole('menuitem', { name: 'Bans and time-outs' }).click()
  await expect(moderator.getByRole('dialog').getByText('Timed out until')).toBeVisible()
  await checkAndPhotograph(moderator, 'chat-bans')
  await moderator.getByRole('button', { name: /^Lift for/ }).click()
  await expect(moderator.getByText('Nobody is banned or timed out here.')).toBeVisible()
  await moderator.keyboard.press('Escape')
  await expect(messageField(page)).toHaveValue('and more')
  await messageField(page).press('Enter')
  await expect(messageOf(moderator, 'and more')).toBeVisible()
}

type Target = Member & { windows: readonly [Page, Page]; streamId: string }

/** A ban applies in every window of the member at once, and can be lifted. */
async function ban(moderator: Page, { user, windows, streamId }: Target): Promise<void> {
  await expect(messageOf(windows[1], 'and more')).toBeVisible()
  await chooseMessageAction(moderator, 'and more', 'Ban from this stream')
  const dialog = moderator.getByRole('alertdialog')
  await expect(dialog).toContainText(`Ban ${displayName(user)} from this stream?`)
  await checkAndPhotograph(moderator, 'chat-ban-dialog')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  for (const page of windows) {
    await expect(page.getByText('You were banned from this stream.', { exact: true })).toBeVisible()
    await expect(page.getByText("You can't read or write its chat.")).toBeVisible()
  }
  await expect(messageOf(moderator, 'and more')).toBeHidden()
  await checkAndPhotograph(windows[0], 'chat-banned')

  await sendMessage(moderator, 'Sent during the ban')
  const lifted = await moderator.request.delete(`/api/streams/${streamId}/bans/${user.id}`)
  expect(lifted.status()).toBe(200)
  for (const page of windows) {
    await expect(messageField(page)).toBeVisible()
    await expect(messageOf(page, 'Sent during the ban')).toBeVisible()
  }
  await sendMessage(moderator, 'After it')
  await expect(messageOf(windows[0], 'After it')).toBeVisible()
}

/** Slow mode and its end apply at once while the typed text stays, and followers-only mode restricts writing. */
async function restrictWriting(moderator: Page, page: Page): Promise<void> {
  await sendMessage(page, 'First')
  await setChatRule(moderator, '60 seconds')
  await expect(page.getByText('Slow mode: 60 seconds')).toBeVisible()
  await messageField(page).fill('Second')
  await page.keyboard.press('Enter')
  await expect(messageField(page)).toHaveValue('Second')
  await expect(
    page.getByRole('button', { name: /You can send the next message in \d+ seconds?/ }),
  ).toBeVisible()
  await setChatRule(moderator, 'Off')
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await messageField(page).press('Enter')
  await expect(messageOf(moderator, 'Second')).toBeVisible()

  await messageField(page).fill('Third')
  await setChatRule(moderator, 'Followers only')
  await expect(page.getByText('Only followers can write here.')).toBeVisible()
  await checkAndPhotograph(moderator, 'chat-moderator')
  await checkAndPhotograph(page, 'chat-followers-only')
  await page.getByRole('region', { name: 'Live chat' }).getByRole('button', { name: 'Follow' }).click()
  await expect(messageField(page)).toHaveValue('Third')
}

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

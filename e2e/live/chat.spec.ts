import { displayName } from '../../src/shared/users.ts'
import { choose, field, messageOf, openChat, say, setRule } from '../support/chatting.ts'
import {
  axeCheck,
  createStream,
  darkContrastCheck,
  expect,
  look,
  photographWindow,
  test,
} from '../support/fixtures.ts'

test('a reply names whom it answers, quotes it, and stands out for that member', async ({
  member,
  secondMember,
}) => {
  await openChat(member.page, secondMember.page)
  await say(secondMember.page, 'Port of Spain checking in')
  await choose(member.page, 'Port of Spain', 'Reply')
  const name = displayName(secondMember.user)
  await expect(member.page.getByText(`Replying to ${name}`)).toBeVisible()
  await expect(field(member.page)).toBeFocused()
  await expect(field(member.page)).toHaveValue(`@${secondMember.user.handle} `)
  await member.page.keyboard.type('welcome! See https://example.org/egusi')
  await member.page.keyboard.press('Enter')
  const reply = messageOf(secondMember.page, 'welcome!')
  await expect(reply).toContainText('Mentions you')
  await expect(messageOf(member.page, 'welcome!')).not.toContainText('Mentions you')
  const link = reply.getByRole('link', { name: 'https://example.org/egusi' })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(link).toHaveAttribute('target', '_blank')
  await look(secondMember.page, 'chat-reply')
  await darkContrastCheck(secondMember.page)
  await reply
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  await expect(messageOf(secondMember.page, 'Port of Spain checking in').first()).toBeFocused()
})

test('an emoji is picked by keyboard, in the skin tone that was chosen before', async ({
  member: { page },
}) => {
  await openChat(page)
  await field(page).fill('Bravo ')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByRole('button', { name: 'Tears of joy' })).toBeFocused()
  await look(page, 'chat-emoji')
  await darkContrastCheck(page)
  await page.getByRole('radio', { name: 'Medium-dark skin tone' }).check({ force: true })
  await page.getByRole('button', { name: 'Tears of joy' }).focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(field(page)).toHaveValue('Bravo 🙌🏾')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(messageOf(page, 'Bravo 🙌🏾')).toBeVisible()
})

test('what a moderator does is seen by everyone at once', async ({ browser, member, secondMember, app }) => {
  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  const pages = [member.page, secondMember.page, visitor]
  await openChat(member.page, secondMember.page, visitor)
  await say(secondMember.page, 'Greens go in first')
  await say(secondMember.page, 'Something unkind')
  await say(secondMember.page, 'Mine to take back')

  await choose(member.page, 'Something unkind', 'Delete message')
  await choose(secondMember.page, 'Mine to take back', 'Delete message')
  for (const page of pages) {
    await expect(messageOf(page, 'Something unkind')).toBeHidden()
    await expect(messageOf(page, 'Mine to take back')).toBeHidden()
  }
  await choose(member.page, 'Greens go in first', 'Pin')
  for (const page of pages) {
    const pinned = page.getByRole('region', { name: 'Pinned' })
    await expect(pinned.getByText('Greens go in first')).toBeVisible()
    const fold = pinned.getByRole('button', { name: 'Pinned' })
    await fold.click()
    await expect(fold).toContainText('Greens go in first')
    await fold.click()
  }
  await expect(visitor.getByRole('button', { name: 'Unpin' })).toBeHidden()
  await expect(visitor.getByRole('button', { name: /^Actions/ })).toBeHidden()
  await setRule(member.page, '10 seconds')
  await setRule(member.page, 'Followers only')
  await look(member.page, 'chat-moderator')
  await look(visitor, 'chat-pinned')
  await member.page.getByRole('button', { name: 'Unpin' }).click()
  for (const page of pages) await expect(page.getByRole('button', { name: 'Pinned' })).toBeHidden()
})

test('a member who is timed out sees when it can write again, and finds what it typed', async ({
  member,
  secondMember,
}) => {
  const { page } = secondMember
  await openChat(member.page, page)
  await say(page, 'Too much of it')
  await field(page).fill('and more')
  await choose(member.page, 'Too much of it', '1 minute', /What they wrote is taken out/)
  await expect(page.getByText(/what you wrote was taken out.*again in 0:5\d/)).toBeVisible()
  await expect(field(page)).toBeHidden()
  await expect(messageOf(page, 'Too much of it')).toBeHidden()
  await look(page, 'chat-timed-out')
  await member.page.getByRole('button', { name: 'Chat rules and bans' }).click()
  await member.page.getByRole('menuitem', { name: 'Bans and time-outs' }).click()
  await expect(member.page.getByRole('dialog').getByText('Timed out until')).toBeVisible()
  await look(member.page, 'chat-bans')
  await member.page.getByRole('button', { name: /^Lift for/ }).click()
  await expect(member.page.getByText('Nobody is banned or timed out here.')).toBeVisible()
  await expect(field(page)).toHaveValue('and more')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await member.page.keyboard.press('Escape')
  await expect(messageOf(member.page, 'and more')).toBeVisible()
})

test('a ban takes hold in every window of the member at once, and can be lifted', async ({
  member,
  secondMember,
}) => {
  const windows = [secondMember.page, await secondMember.context.newPage()] as const
  const id = await openChat(member.page, ...windows)
  await say(windows[0], 'Unkind words')
  await expect(messageOf(windows[1], 'Unkind words')).toBeVisible()
  await choose(member.page, 'Unkind words', 'Ban from this stream')
  const dialog = member.page.getByRole('alertdialog')
  await expect(dialog).toContainText(`Ban ${displayName(secondMember.user)} from this stream?`)
  await look(member.page, 'chat-ban-dialog')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  for (const page of windows) {
    await expect(page.getByText('You were banned from this stream.', { exact: true })).toBeVisible()
    await expect(page.getByText('You cannot read or write its chat.')).toBeVisible()
  }
  await expect(messageOf(member.page, 'Unkind words')).toBeHidden()
  await look(windows[0], 'chat-banned')

  await say(member.page, 'While it was banned')
  const lifted = await member.page.request.delete(`/api/streams/${id}/bans/${secondMember.user.id}`)
  expect(lifted.status()).toBe(200)
  for (const page of windows) {
    await expect(field(page)).toBeVisible()
    await expect(messageOf(page, 'While it was banned')).toBeVisible()
  }
  await say(member.page, 'After it')
  await expect(messageOf(windows[0], 'After it')).toBeVisible()
})

test('slow mode counts down beside what is typed, and only followers may write when it is so', async ({
  member,
  secondMember,
}) => {
  const { page } = secondMember
  await openChat(member.page, page)
  await setRule(member.page, '3 seconds')
  await expect(page.getByText('Slow mode: 3 seconds')).toBeVisible()
  await say(page, 'First')
  await field(page).fill('Second')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Second')
  await expect(
    page.getByRole('button', { name: /You can send the next message in \d seconds?/ }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(messageOf(member.page, 'Second')).toBeVisible()

  await field(page).fill('Third')
  await setRule(member.page, 'Followers only')
  await expect(page.getByText('Only followers can write here.')).toBeVisible()
  await look(page, 'chat-followers-only')
  await page.getByRole('region', { name: 'Live chat' }).getByRole('button', { name: 'Follow' }).click()
  await expect(field(page)).toHaveValue('Third')
})

test('chat that is turned off hides what was written, until it is on again', async ({
  member,
  secondMember,
}) => {
  const { page } = secondMember
  const id = await openChat(member.page, page)
  await say(page, 'Still here')
  const put = (allowChat: boolean) =>
    member.page.request.put(`/api/streams/${id}`, { data: { settings: { allowChat } } })
  await put(false)
  await expect(page.getByText('Chat is off for this stream.')).toBeVisible()
  await expect(messageOf(page, 'Still here')).toBeHidden()
  await put(true)
  await expect(messageOf(page, 'Still here')).toBeVisible()
  await say(page, 'And on')
})

test('rows and their menus are reached by keyboard, and a row that goes leaves the focus to its neighbour', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await openChat(page, secondMember.page)
  for (const text of ['first', 'second', 'third']) await say(secondMember.page, text)
  await expect(messageOf(page, 'third')).toBeVisible()
  await field(page).focus()
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

  // Who reads by keyboard is not carried off by what comes.
  for (let more = 0; more < 5; more += 1) await say(secondMember.page, `more ${more}`)
  await expect(page.getByRole('button', { name: '5 new messages' })).toBeVisible()
  await choose(secondMember.page, 'second', 'Delete message')
  await expect(messageOf(page, 'third')).toBeFocused()
  await page.keyboard.press('End')
  await expect(messageOf(page, 'more 4')).toBeFocused()
})

test('on a phone a tap on its button opens the menu of a message', async ({
  browser,
  member,
  secondMember,
  app,
}) => {
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
  await say(secondMember.page, 'Mèsi anpil pou resèt la, my grandmother in Mobile ground melon seed too')
  await say(secondMember.page, 'ሰላም ከአዲስ አበባ')
  await messageOf(page, 'Mèsi')
    .getByRole('button', { name: /^Actions/ })
    .tap()
  await expect(page.getByRole('menuitem', { name: 'Ban from this stream' })).toBeVisible()
  await photographWindow(page, 'chat-phone-menu')
  await page.getByRole('menuitem', { name: 'Reply' }).tap()
  await expect(field(page)).toBeFocused()
  await photographWindow(page, 'chat-phone-reply')
  await page.getByRole('button', { name: 'Send' }).tap()
  await expect(messageOf(page, 'ground melon seed').last()).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await context.close()
})

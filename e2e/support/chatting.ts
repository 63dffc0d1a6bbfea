import { expect, type Locator, type Page } from '@playwright/test'
import { createStream } from './users.ts'

/** Opens the chat of a new stream on the page of its streamer and on the other pages; returns the stream's id. */
export async function openChat(streamer: Page, ...others: Page[]): Promise<string> {
  const { id } = await createStream(streamer)
  for (const page of [streamer, ...others]) await page.goto(`/stream/${id}`)
  return id
}

/** The list of chat messages. */
export const chatLog = (page: Page): Locator => page.getByRole('log', { name: 'Chat messages' })

/** The message with this text. */
export const messageOf = (page: Page, text: string | RegExp): Locator =>
  chatLog(page).getByRole('article').filter({ hasText: text })

/** The text field of the chat. */
export const messageField = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })

/** Types and sends a message, and waits until the chat shows it. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text)
  await page.keyboard.press('Enter')
  await expect(messageOf(page, text)).toBeVisible()
}

/** Chooses an action from the menu of a message, within the named group if one is given. */
export async function chooseMessageAction(
  page: Page,
  text: string,
  action: string | RegExp,
  group?: RegExp,
): Promise<void> {
  await messageOf(page, text).hover()
  await messageOf(page, text)
    .getByRole('button', { name: /^Actions/ })
    .click()
  const menu = page.getByRole('menu')
  const items = group ? menu.getByRole('group', { name: group }) : menu
  await items.getByRole('menuitem', { name: action }).click()
}

/** Chooses an option from the menu of chat rules. */
export async function setChatRule(page: Page, rule: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat rules and bans' }).click()
  await page.getByRole('menuitemradio', { name: rule, exact: true }).click()
}

import { expect, type Locator, type Page } from '@playwright/test'
import { createStream } from './users.ts'

/** Opens the chat of a new stream for its streamer and others; answers the stream's id. */
export async function openChat(streamer: Page, ...others: Page[]): Promise<string> {
  const { id } = await createStream(streamer)
  for (const page of [streamer, ...others]) await page.goto(`/stream/${id}`)
  return id
}

/** The messages of the page's chat. */
export const log = (page: Page): Locator => page.getByRole('log', { name: 'Chat messages' })

/** The message with this text. */
export const messageOf = (page: Page, text: string | RegExp): Locator =>
  log(page).getByRole('article').filter({ hasText: text })

/** Where one writes. */
export const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })

/** Writes as a member does, and waits until it stands in the chat. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.keyboard.press('Enter')
  await expect(messageOf(page, text)).toBeVisible()
}

/** Opens the menu of a message and chooses from it, from the group with the name if one is given. */
export async function choose(
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

/** Chooses from the menu of the chat's rules. */
export async function setRule(page: Page, rule: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat rules and bans' }).click()
  await page.getByRole('menuitemradio', { name: rule, exact: true }).click()
}

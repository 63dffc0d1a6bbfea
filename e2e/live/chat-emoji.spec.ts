import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { chatLog, messageField, messageOf, openChat, sendMessage } from '../support/chatting.ts'
import { givePro } from '../support/creator-pro.ts'
import { checkAndPhotograph, expect, type Member, test } from '../support/fixtures.ts'

test('a creator with Creator Pro adds an emoji, everyone in the chat uses it, and sees the badge', async ({
  app,
  member: creator,
  secondMember: viewer,
}) => {
  await creator.page.goto('/creator/profile')
  await expect(creator.page.getByRole('link', { name: 'See Creator Pro' }).first()).toBeVisible()
  await checkAndPhotograph(creator.page, 'emoji-without-pro')
  await givePro(app, creator)
  await creator.page.reload()
  await addEmoji(creator.page, 'wave.png')

  await openChat(creator.page, viewer.page)
  await sendMessage(creator.page, 'Welcome')
  await expect(messageOf(viewer.page, 'Welcome')).toContainText('Creator Pro')
  // The 'First message' label is on a separate line here.
  await sendMessage(viewer.page, 'Good evening')
  await pickByKeyboard(viewer.page)
  for (const { page } of [creator, viewer]) await expect(drawnEmoji(page)).toBeVisible()
  await expectEqualHeights(viewer)
  await checkAndPhotograph(viewer.page, 'chat-own-emoji', { dark: true })

  await deleteEmoji(creator, viewer.page)
  await viewer.page.goto(`/profile/${creator.user.id}`)
  await expect(viewer.page.getByRole('main').getByText('Creator Pro')).toBeVisible()
  await checkAndPhotograph(viewer.page, 'profile-pro', { dark: true })
})

/** Chooses a picture and adds it under the name that its file suggests. */
async function addEmoji(page: Page, fileName: string): Promise<void> {
  const picture = await sharp({ create: { width: 120, height: 60, channels: 4, background: '#c81e5a' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Picture of the emoji')
    .setInputFiles({ name: fileName, mimeType: 'image/png', buffer: picture })
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('wave')
  await page.getByRole('button', { name: 'Add emoji' }).click()
  await expect(page.getByText('Emoji added')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete wave' })).toBeVisible()
  await checkAndPhotograph(page, 'emoji-editor', { dark: true })
}

const drawnEmoji = (page: Page) => chatLog(page).getByRole('img', { name: ':wave:' })

/** Picks the emoji without a pointer, and sends it in the middle of a text. */
async function pickByKeyboard(page: Page): Promise<void> {
  await messageField(page).fill('Hello ')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: ':wave:' })).toBeFocused()
  await checkAndPhotograph(page, 'own-emoji-picker', { dark: true })
  await page.keyboard.press('Enter')
  await expect(messageField(page)).toHaveValue('Hello :wave:')
  await page.keyboard.type(' all')
  await page.keyboard.press('Enter')
  await expect(messageOf(page, /Hello\s+all/)).toBeVisible()
}

/** Neither the badge nor an emoji makes a line higher. */
async function expectEqualHeights({ page }: Member): Promise<void> {
  await sendMessage(page, 'plain')
  const heightOf = async (text: string | RegExp) => (await messageOf(page, text).boundingBox())?.height
  const plain = await heightOf('plain')
  expect(plain).toBeGreaterThan(0)
  expect([await heightOf('Welcome'), await heightOf(/Hello\s+all/)]).toEqual([plain, plain])
}

/** The creator deletes the emoji in another tab; messages with it then show its name on the open page of a viewer. */
async function deleteEmoji(creator: Member, viewerPage: Page): Promise<void> {
  const page = await creator.context.newPage()
  await page.goto('/creator/profile')
  await page.getByRole('button', { name: 'Delete wave' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Emoji deleted')).toBeVisible()
  await page.close()
  await expect(messageOf(viewerPage, 'Hello :wave: all')).toBeVisible()
  await expect(drawnEmoji(viewerPage)).toHaveCount(0)
}

import type { Browser, Locator, Page } from '@playwright/test'
import { chatLog, messageField, messageOf, sendMessage } from '../support/chatting.ts'
import { axeCheck, createStream, expect, photographWindow, test } from '../support/fixtures.ts'
import type { AppUnderTest } from '../support/app-under-test.ts'
import { enter, tabTo } from '../support/keyboard.ts'
import { forEachTheme } from '../support/themes.ts'
import { PHONE } from '../support/phone.ts'
import { sendTip, setPayout } from '../support/tipping.ts'
import type { Member } from '../support/users.ts'
import { endStream, expectVideo, goLive, recordPeers, sendSmallVideo } from '../support/watching.ts'

const SMALL_PHONE = { width: 390, height: 664 }
const LANDSCAPE = { width: 844, height: 390 }

test('on a small phone a creator goes live, reads the chat, ends by mistake, and resumes', async ({
  app,
  browser,
  member: creator,
  secondMember: { page: viewer },
}) => {
  const { id } = await createStream(creator.page, { title: 'Sunday stew', category: 'Cooking & Culture' })
  const page = await openStudio(browser, app, creator, id)
  const end = page.getByRole('button', { name: 'End Stream' })

  await test.step('Start Stream and the field are on the first screen', async () => {
    for (const control of [page.getByRole('button', { name: 'Start Stream' }), messageField(page)])
      await expect(control).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('OFFLINE', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { level: 1, name: 'Sunday stew' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('No messages yet. Start the conversation!')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(SMALL_PHONE.height)
    await axeCheck(page, { dark: true })
    await photographWindow(page, 'phone-studio-offline')
  })

  await page.getByRole('button', { name: 'Start Stream' }).tap()
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await expectVideo(viewer)
  for (const text of ['Ẹ kú ilé', 'It smells of home', 'Save me a plate']) await sendMessage(viewer, text)

  await test.step('viewers, time, chat and one row of controls are on the first screen', async () => {
    const picture = page.getByLabel('Your camera')
    for (const text of ['Ẹ kú ilé', 'It smells of home', 'Save me a plate'])
      await expect(messageOf(page, text)).toBeInViewport({ ratio: 1 })
    await expect(messageField(page)).toBeInViewport({ ratio: 1 })
    const pictureEnd = await bottomOf(picture)
    for (const badge of ['LIVE', /^Viewers1$/, /^00:00:\d\d$/]) {
      const shown = page.getByText(badge, { exact: true }).first()
      await expect(shown).toBeInViewport({ ratio: 1 })
      expect(await bottomOf(shown)).toBeLessThan(pictureEnd)
    }
    // The chat begins where the picture ends.
    expect(await topOf(page.getByRole('region', { name: 'Live chat' }))).toBe(pictureEnd)
    const controls = ['Turn camera off', 'Turn microphone off', 'Broadcast settings', 'End Stream']
    const middles = await Promise.all(
      controls.map(async (name) => middleOf(page.getByRole('button', { name, exact: true }))),
    )
    expect(new Set(middles).size).toBe(1)
    await forEachTheme(page, (theme) => photographWindow(page, `phone-studio-664-${theme}`))
    await axeCheck(page, { dark: true })
    await page.setViewportSize(PHONE)
    await expect(messageField(page)).toBeInViewport({ ratio: 1 })
    await expect(end).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(SMALL_PHONE)
  })

  await test.step('the figures are folded', async () => {
    const figures = page.getByRole('button', { name: /^Figures:/ })
    await expect(figures).toHaveAttribute('aria-expanded', 'false')
    await expect(figures).toContainText('3')
    await expect(page.getByText('Data sent')).toBeHidden()
    await figures.tap()
    for (const name of ['Viewers', 'Likes', 'Messages', 'Tips', 'Duration', 'Data sent'])
      await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible()
    await axeCheck(page)
    await photographWindow(page, 'phone-studio-figures')
    await figures.tap()
    await expect(page.getByText('Data sent')).toBeHidden()
  })

  await test.step('while the keyboard is open, messages and field are visible, and the controls make way', async () => {
    await messageField(page).tap()
    await page.setViewportSize({ width: 390, height: 364 })
    await expect(messageField(page)).toBeInViewport({ ratio: 1 })
    await expect(messageOf(page, 'Save me a plate')).toBeInViewport()
    await expect(end).toBeHidden()
    await page.setViewportSize(SMALL_PHONE)
    await expect(end).toBeVisible()
  })

  await test.step('End Stream asks', async () => {
    await end.tap()
    const question = page.getByRole('alertdialog', { name: 'End this stream?' })
    await axeCheck(page)
    await photographWindow(page, 'phone-studio-end')
    await question.getByRole('button', { name: 'Keep streaming' }).tap()
    await expect(question).toBeHidden()
    await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()
  })

  await test.step('after the end the profile shows the recap, from which the stream is resumed', async () => {
    await endStream(page)
    await expect(viewer.getByText('Stream Offline')).toBeVisible()
    const recap = page.getByRole('dialog', { name: 'Your broadcast has ended' })
    await expect(recap.getByRole('term').filter({ hasText: 'Chat messages' })).toBeVisible()
    await expect(recap.getByText('Ended by mistake?')).toBeVisible()
    await axeCheck(page, { dark: true })
    await forEachTheme(page, (theme) => photographWindow(page, `phone-studio-recap-${theme}`))
    await recap.getByRole('button', { name: 'Resume' }).tap()
    await expect(page).toHaveURL(`/stream/${id}/broadcast`)
    await expect(end).toBeVisible()
    await expectVideo(viewer)
    await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()
    await expect(messageOf(page, 'Save me a plate')).toBeInViewport({ ratio: 1 })
  })

  await test.step('a recap that was left does not come again', async () => {
    await endStream(page)
    const recap = page.getByRole('dialog', { name: 'Your broadcast has ended' })
    await recap.getByRole('button', { name: 'Close' }).tap()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(recap).toBeHidden()
    await page.context().close()
  })
})

test('in landscape the picture of the studio fills the phone, with controls and chat on it', async ({
  app,
  browser,
  member: creator,
}) => {
  const { id } = await createStream(creator.page)
  const page = await openStudio(browser, app, creator, id)
  await page.getByRole('button', { name: 'Edit stream' }).tap()
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Monday stew')
  // The form stays when the phone is turned.
  await page.setViewportSize(LANDSCAPE)
  await expect(title).toHaveValue('Monday stew')
  await page.keyboard.press('Escape')
  await expect(title).toBeHidden()
  for (const control of [page.getByRole('button', { name: 'Start Stream' }), messageField(page)])
    await expect(control).toBeInViewport({ ratio: 1 })
  await axeCheck(page)
  await photographWindow(page, 'phone-studio-landscape')
  await page.getByRole('button', { name: 'Hide chat' }).tap()
  await expect(chatLog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Start Stream' })).toBeInViewport({ ratio: 1 })
  await page.context().close()
})

test('with the keyboard alone a creator starts, ends and resumes', async ({ member: { page } }) => {
  await sendSmallVideo(page)
  const { id } = await createStream(page)
  await page.goto(`/stream/${id}/broadcast`)
  await enter(page, page.getByRole('button', { name: 'Start Stream' }))
  const end = page.getByRole('button', { name: 'End Stream' })
  await expect(end).toBeVisible()
  await page.locator('#main').focus()
  await enter(page, end)
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Keep streaming' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(end).toBeFocused()
  await page.keyboard.press('Enter')
  await enter(page, question.getByRole('button', { name: 'End Stream' }))
  await expect(page).toHaveURL(/\/profile$/)
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Resume' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/stream/${id}/broadcast`)
  await expect(end).toBeVisible()
})

test('on a wide screen the figures with the tips are on the first screen, and the chat fills its height', async ({
  member: creator,
  secondMember,
}) => {
  const { page } = creator
  await setPayout(creator)
  const { id } = await createStream(page)
  await goLive(page, id)
  await sendTip(secondMember, { streamerId: creator.user.id, streamId: id, amount: '25.00', message: 'Stew' })
  const tips = page.getByRole('definition').filter({ hasText: '$25.00' })
  await expect(tips).toBeInViewport({ ratio: 1 })
  for (const name of ['Viewers', 'Likes', 'Messages', 'Duration'])
    await expect(page.getByRole('term').filter({ hasText: name })).toBeInViewport({ ratio: 1 })
  const chat = page.getByRole('region', { name: 'Live chat' })
  expect(await topOf(chat)).toBe(await topOf(page.getByLabel('Your camera')))
  expect(await bottomOf(chat)).toBeGreaterThanOrEqual(await bottomOf(tips))
  await axeCheck(page, { dark: true })
})

/** Opens the studio on a small phone. */
async function openStudio(browser: Browser, app: AppUnderTest, member: Member, id: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: SMALL_PHONE,
    isMobile: true,
    hasTouch: true,
    permissions: ['camera', 'microphone'],
    storageState: await member.context.storageState(),
  })
  const page = await context.newPage()
  await sendSmallVideo(page)
  await page.goto(`/stream/${id}/broadcast`)
  await expect(page.getByRole('button', { name: 'Start Stream' })).toBeVisible()
  return page
}

const topOf = (control: Locator) => control.evaluate((element) => element.getBoundingClientRect().top)
const bottomOf = (control: Locator) => control.evaluate((element) => element.getBoundingClientRect().bottom)
const middleOf = (control: Locator) =>
  control.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.round((top + bottom) / 2)
  })

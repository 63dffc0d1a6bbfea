import type { Browser, Page } from '@playwright/test'
import { chatLog, messageField, messageOf } from '../support/chatting.ts'
import { axeCheck, createStream, expect, photographWindow, signUp, test } from '../support/fixtures.ts'
import type { AppUnderTest } from '../support/app-under-test.ts'
import { tabTo } from '../support/keyboard.ts'
import { forEachTheme } from '../support/themes.ts'
import { openOnPhone, PHONE } from '../support/phone.ts'
import { sendTip, setPayout } from '../support/tipping.ts'
import { expectVideo, goLive, recordPeers } from '../support/watching.ts'

const SMALL_PHONE = { width: 390, height: 664 }
const LANDSCAPE = { width: 844, height: 390 }
const MESSAGES = 14
const LAST = `Line ${MESSAGES}!`

test('on a phone the video stays at the top of a live stream, and the chat fills the rest of the screen', async ({
  app,
  browser,
  member: creator,
  secondMember,
}) => {
  await setPayout(creator)
  const { id } = await createStream(creator.page, {
    title: 'Sunday stew and stories: egusi, slow and easy, with letters from home',
    description: 'Three hours, one pot.',
    settings: { tipGoal: 100 },
  })
  await goLive(creator.page, id)
  await chat(browser, app, id)
  const page = await openOnPhone(browser, app, secondMember)
  await recordPeers(page)
  await page.goto('/discover')
  await page.locator(`a[href="/stream/${id}"]`).first().tap()
  await expectVideo(page)
  await expect(messageOf(page, LAST)).toBeVisible()

  await test.step('eight messages are visible, and five on a small phone', async () => {
    await expect.poll(() => visibleMessages(page)).toBeGreaterThanOrEqual(8)
    await forEachTheme(page, (theme) => photographWindow(page, `phone-stream-390-${theme}`))
    await axeCheck(page, { dark: true })
    await page.setViewportSize(SMALL_PHONE)
    await expect.poll(() => visibleMessages(page)).toBeGreaterThanOrEqual(5)
    await expect(messageOf(page, LAST)).toBeInViewport({ ratio: 1 })
    await page.setViewportSize(PHONE)
  })

  await test.step('nothing but the stream is on the screen', async () => {
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(PHONE.height)
    const goal = await boxOf(page, '[role=progressbar]')
    expect(goal.height).toBe(3)
    await expect(page.getByRole('progressbar', { name: 'Tip goal' })).toHaveAttribute(
      'aria-valuetext',
      '$0 of $100',
    )
  })

  await test.step('the row under the video is 56 px high, and expands', async () => {
    const title = page.getByRole('heading', { level: 1 }).getByRole('button')
    const row = await boxOf(page, 'div:has(> h1)')
    const video = await boxOf(page, '[data-player]')
    expect([row.top, row.height]).toEqual([video.bottom, 56])
    await expect(title).toHaveAttribute('aria-expanded', 'false')
    await title.tap()
    await expect(title).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText('0 followers')).toBeVisible()
    await expect(page.getByText('Tip goal: $0 of $100')).toBeVisible()
    await photographWindow(page, 'phone-stream-expanded')
    await axeCheck(page)
    await title.tap()
    await expect(page.getByText('0 followers')).toBeHidden()
  })

  await test.step('while the keyboard covers half of the screen, video, messages and field are visible', async () => {
    await messageField(page).tap()
    await page.setViewportSize({ width: 390, height: 508 })
    expect((await boxOf(page, '[data-player]')).top).toBe(0)
    await expect(messageField(page)).toBeInViewport({ ratio: 1 })
    await expect.poll(() => visibleMessages(page)).toBeGreaterThanOrEqual(3)
    await expect.poll(() => isNewestVisible(page)).toBe(true)
    await page.setViewportSize({ width: 390, height: 364 })
    await expect.poll(() => isNewestVisible(page)).toBe(true)
    await page.setViewportSize(PHONE)
  })

  await test.step('the video also stays at the top when the page is longer than the screen', async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.getByRole('heading', { level: 1 }).getByRole('button').tap()
    await page.setViewportSize(SMALL_PHONE)
    await page.mouse.wheel(0, 400)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect((await boxOf(page, '[data-player]')).top).toBe(0)
    await expect(messageField(page)).toBeInViewport({ ratio: 1 })
    await page.getByRole('heading', { level: 1 }).getByRole('button').tap()
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize(PHONE)
  })

  await test.step('the own tip is seen, also when older messages are being read', async () => {
    await chatLog(page).evaluate((log) => log.scrollTo({ top: 0 }))
    await expect(page.getByRole('button', { name: 'Newest messages' })).toBeVisible()
    await sendTip(secondMember, {
      streamerId: creator.user.id,
      streamId: id,
      amount: '25.00',
      message: 'For the pot',
    })
    await expect(messageOf(page, 'For the pot')).toBeInViewport({ ratio: 1 })
  })

  await test.step('the arrow leads back to the page before', async () => {
    await page.getByRole('link', { name: 'Back' }).tap()
    await expect(page).toHaveURL('/discover')
    await expect(page.getByRole('banner')).toBeVisible()
    await page.context().close()
  })
})

test('in landscape a phone shows only the player, over which the chat can be hidden', async ({
  app,
  browser,
  member: creator,
  secondMember,
}) => {
  const { id } = await createStream(creator.page, { description: 'Three hours, one pot.' })
  await chat(browser, app, id)
  const page = await openOnPhone(browser, app, secondMember)
  await page.goto(`/stream/${id}`)
  const last = messageOf(page, LAST)
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(LANDSCAPE)
  await expect(last).toBeInViewport({ ratio: 1 })
  expect(await boxOf(page, '[data-player]')).toMatchObject({ top: 0, width: 844, height: 390 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(LANDSCAPE.height)
  await expect(messageField(page)).toBeInViewport({ ratio: 1 })
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'phone-stream-landscape')

  await page.getByRole('button', { name: 'Hide chat' }).tap()
  await expect(messageField(page)).toBeHidden()
  await page.reload()
  const show = page.getByRole('button', { name: 'Show chat' })
  await expect(show).toBeVisible()
  await expect(chatLog(page)).toBeHidden()
  await show.tap()
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(PHONE)
  await expect(last).toBeInViewport({ ratio: 1 })
  await page.context().close()
})

test('on a phone the sheet has the description, and what is seldom done with a stream', async ({
  app,
  browser,
  member: creator,
  secondMember,
}) => {
  const { id } = await createStream(creator.page, { title: 'Drums', description: 'Three hours, one pot.' })
  const page = await openOnPhone(browser, app, secondMember)
  await page.goto(`/stream/${id}`)
  const about = page.getByRole('button', { name: 'About this stream' })
  await about.tap()
  const sheet = page.getByRole('dialog', { name: 'About this stream' })
  await expect(sheet.getByText('Three hours, one pot.')).toBeVisible()
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'phone-stream-sheet')
  await sheet.getByRole('button', { name: 'Report' }).tap()
  await page
    .getByRole('dialog', { name: /^Report the stream/ })
    .getByRole('button', { name: 'Close' })
    .tap()
  await expect(sheet.getByRole('button', { name: 'Report' })).toBeFocused()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(about).toBeFocused()
  await page.context().close()

  const own = await openOnPhone(browser, app, creator)
  await own.goto(`/stream/${id}`)
  await own.getByRole('button', { name: 'About this stream' }).tap()
  await own.getByRole('button', { name: 'Edit stream' }).tap()
  await expect(own.getByRole('textbox', { name: 'Title' })).toHaveValue('Drums')
  await own.getByRole('dialog', { name: 'Edit stream' }).getByRole('button', { name: 'Close' }).tap()
  await own.getByRole('button', { name: 'Delete stream' }).tap()
  await own.getByRole('alertdialog').getByRole('button', { name: 'Delete stream' }).tap()
  await expect(own).toHaveURL('/profile')
  await own.context().close()
})

test('on a phone the heading is before the chat, and Tab follows what is seen', async ({
  app,
  browser,
  member: creator,
  secondMember,
}) => {
  await setPayout(creator)
  const { id } = await createStream(creator.page)
  await chat(browser, app, id)
  const page = await openOnPhone(browser, app, secondMember)
  await page.goto(`/stream/${id}`)
  await expect(messageOf(page, LAST)).toBeVisible()
  expect(await headingIsBefore(page, '[role=log]')).toBe(true)
  await page.locator('#main').focus()
  const title = page.getByRole('heading', { level: 1 }).getByRole('button')
  for (const control of [
    page.getByRole('link', { name: 'Home' }),
    page.getByRole('button', { name: /^Like/ }),
    page.getByRole('button', { name: 'Share' }),
    page.getByRole('button', { name: 'About this stream' }),
    page.getByRole('main').getByRole('link', { name: /^Member/ }),
    title,
    page.getByRole('button', { name: 'Follow' }),
    page.getByRole('button', { name: 'Tip Creator' }),
    messageOf(page, LAST),
    messageField(page),
  ])
    await tabTo(page, control)
  for (const size of [LANDSCAPE, { width: 768, height: 1024 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size)
    expect(await headingIsBefore(page, '[role=log]')).toBe(true)
  }
  await page.context().close()
})

test('on a phone a visitor sees the messages and how to join, and an error page has the header', async ({
  app,
  browser,
  member,
}) => {
  const { id } = await createStream(member.page)
  await chat(browser, app, id)
  const page = await openOnPhone(browser, app)
  await page.goto(`/stream/${id}`)
  await expect(page.getByText('Sign in to join the chat')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => visibleMessages(page)).toBeGreaterThanOrEqual(8)
  await axeCheck(page, { dark: true })
  await page.goto(`/stream/${crypto.randomUUID()}`)
  await expect(page.getByText('Stream Not Found')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.context().close()
})

/** Writes short messages in the chat of a stream, so few from each member that no rate limit is reached. */
async function chat(browser: Browser, app: AppUnderTest, streamId: string): Promise<void> {
  const context = await browser.newContext({ baseURL: app.url })
  for (let number = 1; number <= MESSAGES; number += 1) {
    if (number % 4 === 1) await signUp(context, { firstName: 'Luana', lastName: `C ${number}` })
    const data = { streamId, message: `Line ${number}!`, clientId: crypto.randomUUID() }
    expect((await context.request.post('/api/chat/send', { data })).status()).toBe(201)
  }
  await context.close()
}

/** Counts the messages of which no part is covered or outside of the window. */
async function visibleMessages(page: Page): Promise<number> {
  return (await visibleRows(page)).length
}

async function isNewestVisible(page: Page): Promise<boolean> {
  return (await visibleRows(page)).some((text) => text.includes(LAST))
}

/** The texts of the rows that are between the upper edge of the chat, and the field or the window's lower edge. */
function visibleRows(page: Page): Promise<string[]> {
  return chatLog(page).evaluate((log) => {
    const { top, bottom } = log.getBoundingClientRect()
    const field = document.querySelector('form input')?.closest('form')?.getBoundingClientRect().top
    const end = Math.min(bottom, field ?? innerHeight, innerHeight)
    return [...log.querySelectorAll('article')]
      .filter((row) => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= end)
      .map((row) => row.textContent)
  })
}

async function boxOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, width, height } = element.getBoundingClientRect()
      return { top, bottom, width, height }
    })
}

/** The heading of the page is before the element in the document. */
function headingIsBefore(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((other) => {
    const [heading, element] = [document.querySelector('h1'), document.querySelector(other)]
    if (!heading || !element) throw new Error(`no heading, or no ${other}`)
    return (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  }, selector)
}

import type { Page } from '@playwright/test'
import { axeCheck, createStream, expect, photographWindow, test } from './support/fixtures.ts'
import { openOnPhone, PHONE } from './support/phone.ts'
import { storePlayableVideo } from './support/stored-videos.ts'

const LANDSCAPE = { width: 844, height: 390 }

test('on a phone the video stays at the top, and its comments fill the rest of the screen', async ({
  app,
  browser,
  member: creator,
  secondMember,
}) => {
  const details = { title: 'The market opens early', description: 'At the gate.\n\n0:20 Spices' }
  const id = await storePlayableVideo(app, creator.user.id, details)
  await storePlayableVideo(app, creator.user.id, { title: 'Letters from Enugu' })
  for (const content of ['Lovely light', 'My aunt sold here', 'More please'])
    await secondMember.page.request.post(`/api/videos/${id}/comments`, { data: { content } })
  const page = await openOnPhone(browser, app, secondMember)
  await page.goto(`/video/${id}`)
  const heading = page.getByRole('heading', { level: 1, name: 'The market opens early' })
  await expect(heading).toBeVisible()
  for (const text of ['Lovely light', 'More please'])
    await expect(page.getByText(text)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeHidden()
  expect(await textsInOrder(page)).toEqual(['The market opens early', 'Comments', 'Watch next'])
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'phone-video')

  await page.setViewportSize({ width: 390, height: 664 })
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect(await topOfPlayer(page)).toBe(0)

  await page.setViewportSize(PHONE)
  await page.evaluate(() => scrollTo({ top: 0 }))
  await heading.getByRole('button').tap()
  await expect(page.getByText('0 views')).toBeVisible()
  // The first tap shows the controls of a video that plays.
  await page.getByRole('button', { name: 'About this video' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'About this video' })
  await expect(sheet.getByText('At the gate.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Report' })).toBeVisible()
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'phone-video-sheet')
  await page.keyboard.press('Escape')

  await page.setViewportSize(LANDSCAPE)
  expect(
    await page.locator('[data-player]').evaluate((player) => player.getBoundingClientRect().height),
  ).toBe(LANDSCAPE.height)
  await axeCheck(page)
  await page.context().close()
})

test('on a phone a recording shows its chat or its comments, and keeps the chat over the video in landscape', async ({
  app,
  browser,
  member: creator,
  secondMember,
}) => {
  const stream = await createStream(creator.page)
  const recordedFrom = new Date(Date.now() - 1000)
  const data = { streamId: stream.id, message: 'Welcome, everybody', clientId: crypto.randomUUID() }
  expect((await creator.page.request.post('/api/chat/send', { data })).status()).toBe(201)
  const id = await storePlayableVideo(app, creator.user.id, { streamId: stream.id, recordedFrom })
  const page = await openOnPhone(browser, app, secondMember)
  await page.goto(`/video/${id}?t=40`)
  const message = page.getByText('Welcome, everybody')
  await expect(message).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
  await axeCheck(page, { dark: true })
  await photographWindow(page, 'phone-video-chat')

  const panels = page.getByRole('group', { name: 'Below the video' })
  await panels.getByRole('button', { name: 'Comments' }).tap()
  await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
  await expect(message).toBeHidden()
  await axeCheck(page)

  await page.setViewportSize(LANDSCAPE)
  await expect(message).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Hide chat' }).press('Enter')
  await expect(message).toBeHidden()
  await page.context().close()
})

/** The headings that say what is below the video, in the order of the document. */
function textsInOrder(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2)')]
      .filter((heading) => heading.checkVisibility())
      .map((heading) => heading.textContent),
  )
}

function topOfPlayer(page: Page): Promise<number> {
  return page.locator('[data-player]').evaluate((player) => player.getBoundingClientRect().top)
}

import type { Frame, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { listNotifications } from '../../src/shared/notifications/notifications.ts'
import { video } from '../../src/shared/videos/videos.ts'
import { type Member, axeCheck, createStream, expect, photograph } from '../support/fixtures.ts'
import { openOtherPage, test } from '../support/other-site.ts'
import { storePublishedVideo } from '../support/stored-videos.ts'
import { endStream, goLive, sendSmallVideo } from '../support/watching.ts'
import { ENCODING_TIMEOUT_MS } from '../support/time-limits.ts'

const videoList = z.array(video)
const RECORDED = { settings: { isPublic: true, allowChat: true, recordStream: true } }

/** Broadcasts for a few seconds and publishes the recording; returns its id. */
async function publishRecording({ page }: Member, title: string): Promise<string> {
  const { id: streamId } = await createStream(page, { ...RECORDED, title })
  await goLive(page, streamId)
  const elapsed = page.getByText(/^00:00:0[4-9]$/)
  await expect(elapsed).toBeVisible()
  await endStream(page)
  const ready = async () => {
    const videos = videoList.parse(await (await page.request.get('/api/creator/videos')).json())
    return videos.find((each) => each.streamId === streamId && each.state === 'ready')?.id
  }
  await expect.poll(ready, { timeout: ENCODING_TIMEOUT_MS }).toBeDefined()
  const id = (await ready()) ?? ''
  expect((await page.request.post(`/api/creator/videos/${id}/publish`)).status()).toBe(200)
  return id
}

/** Whether the video of a page or frame advances. */
async function expectPlaying(page: Page | Frame): Promise<void> {
  const position = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  await expect.poll(position, { timeout: ENCODING_TIMEOUT_MS }).toBeGreaterThan(0)
  const start = await position()
  await expect.poll(position).toBeGreaterThan(start)
}

/** Shows a page of the app in a frame of the other site; returns the frame. */
async function frameOn(page: Page, src: string): Promise<Frame> {
  await page.evaluate((address) => {
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: address, width: 640, height: 360, allow: 'autoplay; fullscreen' })
    document.body.replaceChildren(frame)
  }, src)
  const element = await page.waitForSelector('iframe')
  const frame = await element.contentFrame()
  if (!frame) throw new Error('the frame has no document')
  return frame
}

test('a published video is found, liked, commented on live, announced to followers, and played in a frame of another site', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  test.slow()
  const [creator, fan] = [member.page, secondMember.page]
  await fan.request.post(`/api/users/${member.user.id}/follow`, { data: { following: true } })
  const id = await publishRecording(member, 'Talking drum at dawn')

  const activity = async () =>
    listNotifications.response.parse(await (await fan.request.get('/api/notifications')).json())
  await expect.poll(async () => (await activity()).map(({ type }) => type)).toContain('video')
  // Afterwards: one that is published meanwhile would be announced together with the first.
  const nextId = await storePublishedVideo(app, member.user.id, 'Talking drum at noon')
  await fan.goto('/activity')
  await fan.getByRole('link', { name: /published a video/ }).click()
  await expect(fan).toHaveURL(`/video/${id}`)

  await creator.goto(`/video/${id}`)
  await expect(creator.getByText('No comments yet. Yours can be the first.')).toBeVisible()
  await fan.getByRole('textbox', { name: 'Your comment' }).fill('The second beat!')
  await fan.keyboard.press('Control+Enter')
  await expect(creator.getByRole('listitem').filter({ hasText: 'The second beat!' })).toBeVisible()
  // The button shows the like before the server has stored it.
  const liked = fan.waitForResponse((response) => response.url().endsWith('/like'))
  await fan.getByRole('button', { name: 'Like 0' }).click()
  await expect(fan.getByRole('button', { name: 'Like 1', pressed: true })).toBeVisible()
  await liked
  await creator.reload()
  await expect(creator.getByRole('button', { name: 'Like 1', pressed: false })).toBeVisible()
  const next = creator.getByRole('region', { name: 'Watch next' }).getByRole('link').first()
  await expect(next).toHaveAttribute('href', `/video/${nextId}`)
  await axeCheck(creator, { dark: true })
  await photograph(creator, 'video-comments')

  await creator.getByRole('button', { name: 'Share' }).click()
  const code = await creator.getByRole('textbox', { name: 'Embed on another site' }).inputValue()
  expect(code).toContain(`src="${app.url}/embed/${id}"`)
  await axeCheck(creator, { dark: true })
  await photograph(creator, 'share-embed')

  for (const [address, name] of [
    ['/discover', 'discover-videos'],
    [`/profile/${member.user.id}?tab=streams`, 'profile-videos'],
    ['/search?q=talking%20drum&tab=videos', 'search-videos'],
  ] as const) {
    await fan.goto(address)
    await expect(
      fan
        .getByRole('main')
        .getByRole('link', { name: /Talking drum at dawn/ })
        .first(),
    ).toBeVisible()
    await axeCheck(fan, { dark: true })
    await photograph(fan, name)
  }

  const other = await openOtherPage(browser, otherSite)
  const frame = await frameOn(other, `${app.url}/embed/${id}`)
  await expect(frame.getByRole('link', { name: /Talking drum at dawn/ })).toBeVisible()
  await frame.getByRole('button', { name: 'Play', exact: true }).click()
  await expectPlaying(frame)

  const refused = other.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await frameOn(other, `${app.url}/video/${id}`)
  await refused
  const hidden = await frameOn(other, `${app.url}/embed/${crypto.randomUUID()}`)
  await expect(hidden.getByRole('heading', { name: 'Not available' })).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${app.url}/embed/${id}`)
  await expect(visitor.getByRole('link', { name: /Talking drum at dawn/ })).toBeVisible()
  await axeCheck(visitor, { dark: true })
  await photograph(visitor, 'embed')
})

test('a visitor of another site watches a live stream in a frame', async ({
  app,
  browser,
  member,
  otherSite,
}) => {
  const { id } = await createStream(member.page, { title: 'Live from the loom' })
  await sendSmallVideo(member.page)
  await goLive(member.page, id)
  const other = await openOtherPage(browser, otherSite)
  const frame = await frameOn(other, `${app.url}/embed/stream/${id}`)
  await expectPlaying(frame)
  await expect(frame.getByText('LIVE', { exact: true })).toBeVisible()
})

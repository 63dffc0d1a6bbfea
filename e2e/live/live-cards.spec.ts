import type { Page } from '@playwright/test'
import { createStream, expect, signUp, test } from '../support/fixtures.ts'
import { goLive } from '../support/watching.ts'

test('a live card shows a frame of the stream, and on hover its muted video, which counts no viewer', async ({
  browser,
  member: { page },
}) => {
  const broadcaster = await browser.newContext()
  await signUp(broadcaster)
  const stream = await createStream(broadcaster, { title: 'Weaving by the window' })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const studio = await broadcaster.newPage()
  await goLive(studio, stream.id)
  const card = page.getByRole('link', { name: /Weaving by the window/ })
  await expect(card.getByText('Just started')).toBeVisible()
  // The list loads again with the first frame.
  await expect(card.locator('img')).toHaveAttribute('src', new RegExp(`/api/streams/${stream.id}/frame`))
  await expect.poll(() => card.locator('img').evaluate(sizeOf)).toEqual([640, 360])
  expect(await card.locator('img').evaluate(isBlank)).toBe(false)
  await expect(card.getByText('Weaving by the window')).toHaveCount(1)

  await card.hover()
  await expect.poll(() => videoWidth(page)).toBeGreaterThan(0)
  expect(await card.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  expect(await viewersOf(page, stream.id)).toBe(0)
  await page.mouse.move(0, 0)
  await expect(card.locator('video')).toHaveCount(0)

  await card.click()
  await expect.poll(() => viewersOf(page, stream.id)).toBe(1)
  await expect
    .poll(() => page.locator('main video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0)
  await broadcaster.close()
})

test('with the data saver a live card loads neither frame nor video', async ({
  browser,
  member: { page },
}) => {
  const broadcaster = await browser.newContext()
  await signUp(broadcaster)
  const stream = await createStream(broadcaster, { title: 'Evening drums' })
  const studio = await broadcaster.newPage()
  await goLive(studio, stream.id)
  await expect
    .poll(async () => (await page.request.get(`/api/streams/${stream.id}/frame`)).status())
    .toBe(200)
  await page.addInitScript(() => localStorage.setItem('data-saver', 'on'))
  await page.goto('/')
  const card = page.getByRole('link', { name: /Evening drums/ })
  await expect(card).toBeVisible()
  await expect(card.locator('img')).toHaveCount(0)
  await broadcaster.close()
})

const sizeOf = (image: HTMLElement | SVGElement) =>
  image instanceof HTMLImageElement ? [image.naturalWidth, image.naturalHeight] : []

/** Whether all pixels of a picture have one colour. */
function isBlank(image: HTMLElement | SVGElement): boolean {
  const context = new OffscreenCanvas(64, 36).getContext('2d')
  if (!context || !(image instanceof HTMLImageElement)) return true
  context.drawImage(image, 0, 0, 64, 36)
  const pixels = new Uint32Array(context.getImageData(0, 0, 64, 36).data.buffer)
  return new Set(pixels).size < 10
}

const videoWidth = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('a video')?.videoWidth ?? 0)

async function viewersOf(page: Page, streamId: string): Promise<unknown> {
  const stream = await (await page.request.get(`/api/streams/${streamId}`)).json()
  return stream.viewerCount
}

import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { video } from '../../src/shared/videos.ts'
import { type Member, createStream, expect, look, readStream, test } from '../support/fixtures.ts'
import { goLive } from '../support/watching.ts'

const list = z.array(video)

/** A camera and a microphone send at least so many packets a second, pictures of both sizes included. */
const PACKETS_A_SECOND = 100

/** Waits until about so much more has come in to be recorded, by the packets that the engine counted. */
async function record({ page }: Member, streamId: string, seconds: number): Promise<void> {
  const received = async () => {
    const counts = await (await page.request.get('/metrics')).text()
    const [, count] =
      new RegExp(`^live_received_packets_total{stream="${streamId}"} (\\d+)`, 'm').exec(counts) ?? []
    return Number(count ?? 0)
  }
  let before = await received()
  let gained = 0
  const gain = async () => {
    const now = await received()
    // An engine that was started again counts from 0.
    gained += now < before ? now : now - before
    before = now
    return gained
  }
  await expect.poll(gain, { timeout: 40_000 }).toBeGreaterThan(seconds * PACKETS_A_SECOND)
}

/** Ends the broadcast; how long it was, in seconds. */
async function endStream({ page }: Member, streamId: string): Promise<number> {
  await page.getByRole('button', { name: 'End Stream' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  const { startedAt, endedAt } = await readStream(page, streamId)
  return (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000
}

/** The one video of the member, once it can be watched. */
async function readyVideo(page: Page) {
  const videos = async () => list.parse(await (await page.request.get('/api/creator/videos')).json())
  await expect.poll(async () => (await videos())[0]?.state, { timeout: 30_000 }).toBe('ready')
  const [only, ...others] = await videos()
  if (!only) throw new Error('there is no video')
  expect(others).toEqual([])
  return only
}

/** Plays the video in the page from a second on; what it shows and how its sound goes. */
function play(page: Page, url: string, from: number) {
  return page.evaluate(
    async ({ url: source, from: second }) => {
      const element = document.createElement('video')
      element.muted = true
      element.src = source
      const loaded = new Promise<void>((resolve, reject) => {
        element.addEventListener('loadedmetadata', () => resolve())
        element.addEventListener('error', () => reject(new Error(element.error?.message ?? 'error')))
      })
      document.body.append(element)
      await loaded
      const { duration } = element
      const sought = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
      element.currentTime = second
      await sought
      const start = element.currentTime
      await element.play()
      while (element.currentTime < Math.min(start + 1, duration - 0.2) && !element.ended)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const { videoWidth, currentTime } = element
      const quality = element.getVideoPlaybackQuality()
      element.remove()
      return { duration, start, currentTime, videoWidth, frames: quality.totalVideoFrames }
    },
    { url, from },
  )
}

const recorded = { settings: { isPublic: true, allowChat: true, recordStream: true } }

test('a recorded broadcast, reloaded in between, becomes a draft that plays, seeks and has a picture', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  const { id } = await createStream(page, recorded)
  await goLive(page, id)
  await record(member, id, 6)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await record(member, id, 6)
  const lasted = await endStream(member, id)
  await page.goto(`/stream/${id}`)
  await expect(page.getByText('The recording will be in your videos.')).toBeVisible()
  await look(page, 'stream-over-recorded')
  await page.getByRole('link', { name: 'your videos' }).click()
  await expect(page).toHaveURL(/\/creator\/videos$/)

  const made = await readyVideo(page)
  expect(made).toMatchObject({ isPublished: false, streamId: id, mimeType: 'video/webm' })
  expect(Math.abs(made.duration - lasted)).toBeLessThan(2)
  await page.goto('/')
  for (const second of [0, made.duration / 2, made.duration - 3]) {
    const played = await play(page, made.videoUrl, second)
    expect(Math.abs(played.duration - made.duration)).toBeLessThan(1)
    expect(played.currentTime).toBeGreaterThan(second + 0.5)
    expect(played.frames).toBeGreaterThan(3)
    expect(played.videoWidth).toBeGreaterThan(0)
  }
  const poster = await page.request.get(made.thumbnailUrl ?? '')
  expect(poster.headers()['content-type']).toBe('image/webp')
  expect((await poster.body()).length).toBeGreaterThan(1000)

  for (const address of [made.videoUrl, made.thumbnailUrl ?? '', `/api/videos/${made.id}`])
    expect((await secondMember.page.request.get(address)).status()).toBe(404)
})

test('a recording goes on after the engine and then the whole server were killed', async ({
  app,
  member,
}) => {
  test.slow()
  const { page } = member
  const { id } = await createStream(page, recorded)
  await goLive(page, id)
  await record(member, id, 5)
  app.killEngine()
  await record(member, id, 6)
  await app.crash()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible({ timeout: 30_000 })
  await record(member, id, 6)
  const lasted = await endStream(member, id)

  const made = await readyVideo(page)
  expect(Math.abs(made.duration - lasted)).toBeLessThan(3)
  await page.goto('/')
  for (const second of [1, made.duration - 2])
    expect((await play(page, made.videoUrl, second)).frames).toBeGreaterThan(3)
})

test('a broadcast in H264 becomes an MP4 that plays and seeks', async ({ member }) => {
  const { page } = member
  await page.addInitScript(() => {
    // As encoders do it that have no VP8.
    const { createOffer } = RTCPeerConnection.prototype
    RTCPeerConnection.prototype.createOffer = function (this: RTCPeerConnection, ...parameters: unknown[]) {
      for (const transceiver of this.getTransceivers()) {
        if (transceiver.sender.track?.kind !== 'video') continue
        const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? []
        transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === 'video/H264'))
      }
      return Reflect.apply(createOffer, this, parameters)
    }
  })
  await page.goto('/')
  const canSend = await page.evaluate(() =>
    RTCRtpSender.getCapabilities('video')?.codecs.some(({ mimeType }) => mimeType === 'video/H264'),
  )
  test.skip(!canSend, 'this Chromium has no H264 encoder')
  const { id } = await createStream(page, recorded)
  await goLive(page, id)
  await record(member, id, 8)
  await endStream(member, id)
  const made = await readyVideo(page)
  expect(made.mimeType).toBe('video/mp4')
  await page.goto('/')
  for (const second of [0, made.duration / 2]) {
    const played = await play(page, made.videoUrl, second)
    expect(Math.abs(played.duration - made.duration)).toBeLessThan(1)
    expect(played.frames).toBeGreaterThan(3)
  }
})

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { video } from '../../src/shared/videos/videos.ts'
import {
  type Member,
  createStream,
  expect,
  checkAndPhotograph,
  fetchStream,
  test,
} from '../support/fixtures.ts'
import { sendMessage } from '../support/chatting.ts'
import { endStream, goLive } from '../support/watching.ts'
import { scaled } from '../../scripts/test/machine-limits.ts'

const videoList = z.array(video)

/** A camera with both video layers and a microphone send at least this many packets per second. */
const MIN_PACKETS_PER_SECOND = 100

/** Waits until about `seconds` more of media has arrived, by the engine's packet counter. */
async function waitForMedia({ page }: Member, streamId: string, seconds: number): Promise<void> {
  const received = async () => {
    const counts = await (await page.request.get('/metrics')).text()
    const [, count] =
      new RegExp(`^live_received_packets_total{stream="${streamId}"} (\\d+)`, 'm').exec(counts) ?? []
    return Number(count ?? 0)
  }
  let before = await received()
  let total = 0
  const countNewPackets = async () => {
    const now = await received()
    // After a restart, the counter of the engine starts at 0.
    total += now < before ? now : now - before
    before = now
    return total
  }
  await expect
    .poll(countNewPackets, { timeout: scaled(40_000) })
    .toBeGreaterThan(seconds * MIN_PACKETS_PER_SECOND)
}

/** Ends the broadcast; returns its duration in seconds. */
async function endBroadcast({ page }: Member, streamId: string): Promise<number> {
  await endStream(page)
  const { startedAt, endedAt } = await fetchStream(page, streamId)
  return (Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1000
}

/** Waits until the only video of the member is ready, and returns it. */
async function waitForVideo(page: Page) {
  const videos = async () => videoList.parse(await (await page.request.get('/api/creator/videos')).json())
  await expect.poll(async () => (await videos())[0]?.state).toBe('ready')
  const [only, ...others] = await videos()
  if (!only) throw new Error('there is no video')
  expect(others).toEqual([])
  return only
}

/** Plays a second of the video from `from` (in seconds); returns its duration, position, width and frame count. */
function playFrom(page: Page, url: string, from: number) {
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
      const seeked = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
      element.currentTime = second
      await seeked
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

const RECORDED = { settings: { isPublic: true, allowChat: true, recordStream: true } }

test('a recorded broadcast with a reload, a crash of the engine and one of the server becomes a draft video that plays and seeks', async ({
  app,
  member,
  secondMember,
}) => {
  test.slow()
  const { page } = member
  const { id } = await createStream(page, RECORDED)
  await goLive(page, id)
  await waitForMedia(member, id, 3)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await waitForMedia(member, id, 3)
  app.killEngine()
  await waitForMedia(member, id, 3)
  await app.crash()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
  await waitForMedia(member, id, 3)
  const durationSeconds = await endBroadcast(member, id)
  await page.goto(`/stream/${id}`)
  await expect(page.getByRole('link', { name: 'your videos' })).toBeVisible()
  await checkAndPhotograph(page, 'stream-over-recorded')
  await page.getByRole('link', { name: 'your videos' }).click()
  await expect(page).toHaveURL(/\/creator\/videos$/)

  const recording = await waitForVideo(page)
  expect(recording).toMatchObject({ isPublished: false, streamId: id, mimeType: 'video/webm' })
  expect(Math.abs(recording.duration - durationSeconds)).toBeLessThan(2)
  await page.goto('/')
  for (const second of [0, recording.duration / 2, recording.duration - 2]) {
    const played = await playFrom(page, recording.videoUrl, second)
    expect(Math.abs(played.duration - recording.duration)).toBeLessThan(1)
    expect(played.currentTime).toBeGreaterThan(second + 0.5)
    expect(played.frames).toBeGreaterThan(3)
    expect(played.videoWidth).toBeGreaterThan(0)
  }
  // The poster follows.
  const thumbnailUrl = async () => (await waitForVideo(page)).thumbnailUrl
  await expect.poll(thumbnailUrl).not.toBeNull()
  const posterUrl = (await thumbnailUrl()) ?? ''
  const poster = await page.request.get(posterUrl)
  expect(poster.headers()['content-type']).toBe('image/webp')
  // It shows the camera: a blank picture has no contrast.
  const { channels } = await sharp(await poster.body()).stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20)

  for (const address of [recording.videoUrl, posterUrl, `/api/videos/${recording.id}`])
    expect((await secondMember.page.request.get(address)).status()).toBe(404)
})

test('a broadcast in H264 becomes an MP4 that plays and seeks', async ({ member }) => {
  const { page } = member
  await page.addInitScript(() => {
    // Offer only H264, like an encoder without VP8.
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
  const { id } = await createStream(page, RECORDED)
  await goLive(page, id)
  await waitForMedia(member, id, 3)
  const durationSeconds = await endBroadcast(member, id)
  const recording = await waitForVideo(page)
  expect(recording.mimeType).toBe('video/mp4')
  expect(Math.abs(recording.duration - durationSeconds)).toBeLessThan(2)
  await page.goto('/')
  for (const second of [0, recording.duration / 2]) {
    const played = await playFrom(page, recording.videoUrl, second)
    expect(Math.abs(played.duration - recording.duration)).toBeLessThan(1)
    expect(played.frames).toBeGreaterThan(3)
  }
})

test('everyone sees that a broadcast is recorded, and the page of the ended stream plays its recording with the chat', async ({
  member,
  secondMember,
}) => {
  test.slow()
  const [streamer, viewer] = [member.page, secondMember.page]
  const { id } = await createStream(streamer, {
    title: 'Sunday stew',
    settings: { ...RECORDED.settings, publishRecording: true },
  })
  await goLive(streamer, id)
  await viewer.goto(`/stream/${id}`)
  for (const page of [streamer, viewer]) await expect(page.getByText('REC', { exact: true })).toBeVisible()
  await sendMessage(viewer, 'Save me a plate')
  await waitForMedia(member, id, 3)
  await checkAndPhotograph(streamer, 'studio-recording')
  await checkAndPhotograph(viewer, 'stream-recording')
  await viewer.goto(`/stream-old/${id}`)
  await expect(viewer.getByText('REC', { exact: true })).toBeVisible()
  await viewer.goto(`/stream/${id}`)

  await endStream(streamer)
  const recap = streamer.getByRole('dialog', { name: 'Your broadcast has ended' })
  await expect(recap.getByText('Published', { exact: true })).toBeVisible()
  await checkAndPhotograph(streamer, 'profile-recap')
  await streamer.goto('/activity')
  const notification = streamer.getByRole('link', { name: 'The recording of your broadcast is ready' })
  await expect(notification).toBeVisible()
  await checkAndPhotograph(streamer, 'activity-recording')
  await notification.click()
  await expect(streamer).toHaveURL(/\/creator\/videos$/)

  await expect(viewer.getByText('REC', { exact: true })).toBeHidden()
  await viewer.reload()
  const video = viewer.getByLabel('Video: Sunday stew')
  await expect(video).toBeVisible()
  await expect(viewer.getByText('Stream Offline')).toBeHidden()
  await expect(viewer.getByText('Save me a plate')).toBeHidden()
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect(viewer.getByText('Save me a plate')).toBeVisible()
  const frames = () =>
    video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames)
  expect(await frames()).toBeGreaterThan(3)
  await checkAndPhotograph(viewer, 'stream-ended-recording')

  await goLive(streamer, id)
  await expect(viewer.getByText('LIVE', { exact: true })).toBeVisible()
  await expect(video).toBeHidden()
  await expect(viewer.getByText('REC', { exact: true })).toBeVisible()
})

test.describe('without room on the disk', () => {
  test.use({ appEnv: { RECORDINGS_MIN_FREE_MB: '1000000000' } })

  test('the studio alone says why a broadcast is not recorded', async ({ member, secondMember }) => {
    const { id } = await createStream(member.page, RECORDED)
    await goLive(member.page, id)
    await secondMember.page.goto(`/stream/${id}`)
    await expect(member.page.getByText('This broadcast is not being recorded')).toBeVisible()
    await checkAndPhotograph(member.page, 'studio-not-recorded')
    await expect(secondMember.page.getByText('LIVE', { exact: true })).toBeVisible()
    for (const { page } of [member, secondMember])
      await expect(page.getByText('REC', { exact: true })).toBeHidden()
    await expect(secondMember.page.getByText('not being recorded')).toBeHidden()
  })
})

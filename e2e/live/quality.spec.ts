import type { Page } from '@playwright/test'
import { type Member, createStream, expect, checkAndPhotograph, test } from '../support/fixtures.ts'
import { bytesOf, expectAudio, expectVideo, goLive, recordPeers } from '../support/watching.ts'

/** Height of the video that the page's latest peer connection receives, in px. */
function videoHeight(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const reports = [...((await window.peers.at(-1)?.getStats())?.values() ?? [])]
    return reports.find(({ type, kind }) => type === 'inbound-rtp' && kind === 'video')?.frameHeight ?? 0
  })
}

async function chooseQuality(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: /^Quality:/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** Starts a broadcast and opens it on the page of the viewer, in the quality stored on the device. */
async function broadcastAndWatch(member: Member, viewer: Page): Promise<void> {
  const { id } = await createStream(member.page)
  await recordPeers(viewer)
  await goLive(member.page, id)
  await viewer.goto(`/stream/${id}`)
}

/** Waits until this much more audio has been received: a measure of time that does not depend on the machine. */
async function waitForAudio(page: Page, kilobytes: number): Promise<void> {
  const received = () => bytesOf(page, 'audio', 'received')
  const bytesBefore = await received()
  await expect
    .poll(received, { message: 'audio bytes received', timeout: 30_000 })
    .toBeGreaterThan(bytesBefore + kilobytes * 1000)
}

const videoBytesReceived = (page: Page) => bytesOf(page, 'video', 'received')

test('audio only receives no video, and the video can be turned on again', async ({
  member,
  secondMember,
}) => {
  test.slow()
  const viewer = secondMember.page
  await broadcastAndWatch(member, viewer)
  await expectVideo(viewer)
  await chooseQuality(viewer, /^Audio only/)
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeVisible()
  await waitForAudio(viewer, 5)
  const bytesBefore = await videoBytesReceived(viewer)
  await waitForAudio(viewer, 15)
  expect(await videoBytesReceived(viewer)).toBe(bytesBefore)
  await expectAudio(viewer)
  await expect(viewer.getByTitle('Data used')).toHaveText(/[\d.]+ MB$/)
  await checkAndPhotograph(viewer, 'stream-audio-only')
  await viewer.getByRole('button', { name: 'Show picture' }).click()
  await expectVideo(viewer)
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeHidden()
  expect(await viewer.evaluate(() => window.peers.length)).toBe(1)
})

test('the lower quality has a smaller video, and the device remembers it', async ({
  member,
  secondMember,
}) => {
  test.slow()
  const viewer = secondMember.page
  await broadcastAndWatch(member, viewer)
  await expectVideo(viewer)
  await expect.poll(() => videoHeight(viewer), { timeout: 30_000 }).toBeGreaterThan(200)
  await chooseQuality(viewer, /^Lower/)
  await expect.poll(() => videoHeight(viewer), { timeout: 30_000 }).toBeLessThan(200)
  await expectVideo(viewer)
  await viewer.getByRole('button', { name: /^Quality: Lower/ }).click()
  await expect(viewer.getByText(/^About [\d,]+ MB an hour$/)).toBeVisible()
  await checkAndPhotograph(viewer, 'stream-quality-menu')
  await viewer.keyboard.press('Escape')
  await viewer.reload()
  await expectVideo(viewer)
  await expect(viewer.getByRole('button', { name: 'Quality: Lower' })).toBeVisible()
  await expect.poll(() => videoHeight(viewer), { timeout: 30_000 }).toBeLessThan(200)
  await chooseQuality(viewer, 'Auto')
  await expect.poll(() => videoHeight(viewer), { timeout: 30_000 }).toBeGreaterThan(200)
})

test('the quality is chosen with the keyboard alone', async ({ member, secondMember }) => {
  const viewer = secondMember.page
  await broadcastAndWatch(member, viewer)
  await expectVideo(viewer)
  await viewer.getByRole('button', { name: /^Quality:/ }).focus()
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('menuitemradio', { name: 'Auto' })).toBeVisible()
  await viewer.keyboard.press('End')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('button', { name: 'Quality: Audio only' })).toBeFocused()
})

test('with the data saver an offline stream says so, and does not play by itself when it starts', async ({
  member,
}) => {
  const { id } = await createStream(member.page)
  const ownPage = await member.context.newPage()
  await ownPage.addInitScript(() => localStorage.setItem('data-saver', 'on'))
  await ownPage.goto(`/stream/${id}`)
  await expect(ownPage.getByText('Stream Offline')).toBeVisible()
  await expect(ownPage.getByRole('link', { name: 'Open Broadcast Studio' })).toBeVisible()
  await goLive(member.page, id)
  await expect(ownPage.getByRole('button', { name: 'Play the stream' })).toBeVisible()
})

test('with the data saver a tap plays only audio, and a second tap turns on the video', async ({
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  await viewer.addInitScript(() => localStorage.setItem('data-saver', 'on'))
  await broadcastAndWatch(member, viewer)
  await expect(viewer.getByText(/Your data saver is on/)).toBeVisible()
  await checkAndPhotograph(viewer, 'stream-data-saver')
  await viewer.getByRole('button', { name: 'Play the stream' }).click()
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeVisible()
  await expectAudio(viewer)
  expect(await videoBytesReceived(viewer)).toBe(0)
  await viewer.getByRole('button', { name: 'Show picture' }).click()
  await expectVideo(viewer)
})

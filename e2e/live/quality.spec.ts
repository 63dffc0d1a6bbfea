import type { Page } from '@playwright/test'
import { createStream, expect, checkAndPhotograph, test } from '../support/fixtures.ts'
import { bytesOf, countPeers, expectVideo, recordPeers, goLive } from '../support/watching.ts'
import { expectSound } from '../support/playing.ts'

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

/** Waits until this much more audio has been received: a measure of time that does not depend on the machine. */
async function waitForAudio(page: Page, kilobytes: number): Promise<void> {
  const received = () => bytesOf(page, 'audio', 'received')
  const bytesBefore = await received()
  await expect
    .poll(received, { message: 'audio bytes received' })
    .toBeGreaterThan(bytesBefore + kilobytes * 1000)
}

const videoBytesReceived = (page: Page) => bytesOf(page, 'video', 'received')

test('a viewer with a data saver starts with audio only, and chooses the quality, which the device remembers', async ({
  member,
  secondMember,
}) => {
  test.slow()
  const viewer = secondMember.page
  const { id } = await createStream(member.page)
  await recordPeers(viewer)
  await viewer.goto(`/stream/${id}`)
  await viewer.evaluate(() => localStorage.setItem('data-saver', 'on'))
  await viewer.reload()
  await expect(viewer.getByText('Stream Offline')).toBeVisible()
  // The start of the stream does not play it.
  await goLive(member.page, id)
  await expect(viewer.getByText(/Your data saver is on/)).toBeVisible()
  await checkAndPhotograph(viewer, 'stream-data-saver')
  await viewer.getByRole('button', { name: 'Play the stream' }).click()
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeVisible()
  await expectSound(viewer)
  expect(await videoBytesReceived(viewer)).toBe(0)
  await viewer.getByRole('button', { name: 'Show picture' }).click()
  await expectVideo(viewer)

  await chooseAudioOnlyByKeyboard(viewer)
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeVisible()
  await waitForAudio(viewer, 5)
  const bytesBefore = await videoBytesReceived(viewer)
  await waitForAudio(viewer, 15)
  expect(await videoBytesReceived(viewer)).toBe(bytesBefore)
  await checkAndPhotograph(viewer, 'stream-audio-only')
  await viewer.getByRole('button', { name: 'Show picture' }).click()
  await expectVideo(viewer)
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeHidden()
  await chooseQuality(viewer, 'Auto')
  await expect.poll(() => videoHeight(viewer)).toBeGreaterThan(200)

  await chooseQuality(viewer, /^Lower/)
  await expect.poll(() => videoHeight(viewer)).toBeLessThan(200)
  await expectVideo(viewer)
  expect(await countPeers(viewer)).toBe(1)
  await viewer.getByRole('button', { name: /^Quality: Lower/ }).click()
  await expect(viewer.getByText(/^About [\d,]+ MB an hour$/)).toBeVisible()
  await expect(viewer.getByText(/^Data used [\d.]+ MB$/)).toBeVisible()
  await checkAndPhotograph(viewer, 'stream-quality-menu')

  await viewer.evaluate(() => localStorage.removeItem('data-saver'))
  await viewer.reload()
  await expectVideo(viewer)
  await expect(viewer.getByRole('button', { name: 'Quality: Lower' })).toBeVisible()
  await expect.poll(() => videoHeight(viewer)).toBeLessThan(200)
  await chooseQuality(viewer, 'Auto')
  await expect.poll(() => videoHeight(viewer)).toBeGreaterThan(200)
})

async function chooseAudioOnlyByKeyboard(viewer: Page): Promise<void> {
  await viewer.getByRole('button', { name: /^Quality:/ }).focus()
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('menuitemradio', { name: 'Auto' })).toBeVisible()
  await viewer.keyboard.press('End')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('button', { name: 'Quality: Audio only' })).toBeFocused()
}

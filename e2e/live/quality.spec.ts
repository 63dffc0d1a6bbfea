import type { Page } from '@playwright/test'
import { type Member, createStream, expect, look, test } from '../support/fixtures.ts'
import { bytesOf, expectSound, expectVideo, goLive, keepPeers } from '../support/watching.ts'

/** How large the picture is that comes over the page's latest connection. */
function heightOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const reports = [...((await window.peers.at(-1)?.getStats())?.values() ?? [])]
    return reports.find(({ type, kind }) => type === 'inbound-rtp' && kind === 'video')?.frameHeight ?? 0
  })
}

async function choose(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('button', { name: /^Quality:/ }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

/** One who is on air, and another who watches in the quality that the device remembers. */
async function watching(member: Member, viewer: Page): Promise<void> {
  const { id } = await createStream(member.page)
  await keepPeers(viewer)
  await goLive(member.page, id)
  await viewer.goto(`/stream/${id}`)
}

/** Waits until so much more sound has come: time passes by what is heard. */
async function hear(page: Page, kilobytes: number): Promise<void> {
  const received = () => bytesOf(page, 'audio', 'received')
  const before = await received()
  await expect
    .poll(received, { message: 'sound received', timeout: 30_000 })
    .toBeGreaterThan(before + kilobytes * 1000)
}

const pictureReceived = (page: Page) => bytesOf(page, 'video', 'received')

test('sound alone costs no picture, and the picture comes back', async ({ member, secondMember }) => {
  test.slow()
  const viewer = secondMember.page
  await watching(member, viewer)
  await expectVideo(viewer)
  await choose(viewer, /^Audio only/)
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeVisible()
  await hear(viewer, 5)
  const before = await pictureReceived(viewer)
  await hear(viewer, 15)
  expect(await pictureReceived(viewer)).toBe(before)
  await expectSound(viewer)
  await expect(viewer.getByTitle('Data used')).toHaveText(/[\d.]+ MB$/)
  await look(viewer, 'stream-audio-only')
  await viewer.getByRole('button', { name: 'Show picture' }).click()
  await expectVideo(viewer)
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeHidden()
  expect(await viewer.evaluate(() => window.peers.length)).toBe(1)
})

test('the lower picture is smaller, and is remembered on the device', async ({ member, secondMember }) => {
  test.slow()
  const viewer = secondMember.page
  await watching(member, viewer)
  await expectVideo(viewer)
  await expect.poll(() => heightOf(viewer), { timeout: 30_000 }).toBeGreaterThan(200)
  await choose(viewer, /^Lower/)
  await expect.poll(() => heightOf(viewer), { timeout: 30_000 }).toBeLessThan(200)
  await expectVideo(viewer)
  await viewer.getByRole('button', { name: /^Quality: Lower/ }).click()
  await expect(viewer.getByText(/^About [\d,]+ MB an hour$/)).toBeVisible()
  await look(viewer, 'stream-quality-menu')
  await viewer.keyboard.press('Escape')
  await viewer.reload()
  await expectVideo(viewer)
  await expect(viewer.getByRole('button', { name: 'Quality: Lower' })).toBeVisible()
  await expect.poll(() => heightOf(viewer), { timeout: 30_000 }).toBeLessThan(200)
  await choose(viewer, 'Auto')
  await expect.poll(() => heightOf(viewer), { timeout: 30_000 }).toBeGreaterThan(200)
})

test('the quality is chosen by keyboard alone', async ({ member, secondMember }) => {
  const viewer = secondMember.page
  await watching(member, viewer)
  await expectVideo(viewer)
  await viewer.getByRole('button', { name: /^Quality:/ }).focus()
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('menuitemradio', { name: 'Auto' })).toBeVisible()
  await viewer.keyboard.press('End')
  await viewer.keyboard.press('Enter')
  await expect(viewer.getByRole('button', { name: 'Quality: Audio only' })).toBeFocused()
})

test('a stream that is off says so also to who saves data, and plays nothing by itself when it starts', async ({
  member,
}) => {
  const { id } = await createStream(member.page)
  const own = await member.context.newPage()
  await own.addInitScript(() => localStorage.setItem('data-saver', 'on'))
  await own.goto(`/stream/${id}`)
  await expect(own.getByText('Stream Offline')).toBeVisible()
  await expect(own.getByRole('link', { name: 'Open Broadcast Studio' })).toBeVisible()
  await goLive(member.page, id)
  await expect(own.getByRole('button', { name: 'Play the stream' })).toBeVisible()
})

test('whoever saves data taps first, hears only sound, and has the picture with one tap', async ({
  member,
  secondMember,
}) => {
  const viewer = secondMember.page
  await viewer.addInitScript(() => localStorage.setItem('data-saver', 'on'))
  await watching(member, viewer)
  await expect(viewer.getByText(/Your data saver is on/)).toBeVisible()
  await look(viewer, 'stream-data-saver')
  await viewer.getByRole('button', { name: 'Play the stream' }).click()
  await expect(viewer.getByRole('button', { name: 'Show picture' })).toBeVisible()
  await expectSound(viewer)
  expect(await pictureReceived(viewer)).toBe(0)
  await viewer.getByRole('button', { name: 'Show picture' }).click()
  await expectVideo(viewer)
})

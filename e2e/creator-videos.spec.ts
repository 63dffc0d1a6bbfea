import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { silenceLog } from '#transcode/ffmpeg/log.ts'
import type { MediaSpec } from '#transcode/testing/media-spec.ts'
import { makeMedia } from '#transcode/testing/make-media.ts'
import { checkAndPhotograph, expect, test } from './support/fixtures.ts'
import { captionsOf, expectPlaying, expectSound, player, tapForSound } from './support/playing.ts'
import { makePng } from './support/posting.ts'
import { ENCODING_TIMEOUT_MS } from './support/time-limits.ts'

const VIDEO = { width: 320, height: 180, rate: 25 }
/** No browser plays these containers. Browsers decode H264, but not MPEG-4 Part 2 or AC-3. */
const FILES: Record<string, MediaSpec> = {
  'market-day.avi': {
    ...{ format: 'avi', seconds: 4, video: { codec: 'mpeg4', ...VIDEO } },
    audio: { codec: 'libmp3lame', channels: 2, sampleRate: 44_100 },
  },
  'night-train.mkv': {
    ...{ format: 'matroska', seconds: 4, video: { codec: 'libx264', ...VIDEO } },
    audio: { codec: 'ac3', channels: 2, sampleRate: 48_000 },
  },
}
const CAPTIONS = '\ufeff1\r\n00:00:00,000 --> 00:00:04,000\r\nThe market opens early.'

let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'e2e-creator-videos-'))
  silenceLog()
  for (const [name, spec] of Object.entries(FILES)) await makeMedia(spec, path.join(folder, name))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title })

test('an AVI and an MKV are uploaded and played with sound, and one is edited, captioned, hidden and deleted', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  await page.goto('/creator/videos/upload')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a video' }).click(),
  ])
  await chooser.setFiles(path.join(folder, 'market-day.avi'))
  await publish(page, 'market-day')
  await page.getByRole('main').getByRole('link', { name: 'Upload video' }).last().click()
  await drop(page.getByText('Drop a video here'), path.join(folder, 'night-train.mkv'))
  await publish(page, 'night-train')
  for (const title of ['market-day', 'night-train']) await expectReady(page, title)

  await play(page, 'night-train')
  await leave(page)
  await edit(page)
  const address = await play(page, 'Market day in Lagos')
  await page.getByRole('button', { name: 'Captions' }).click()
  await page.getByRole('menuitemradio', { name: 'French' }).click()
  await expect.poll(() => captionsOf(page)).toEqual(['The market opens early.'])

  // It is private now: nobody else can open its page or its files.
  await expect(page.getByText('Private', { exact: true })).toBeVisible()
  await secondMember.page.goto(address)
  await expect(secondMember.page.getByText('Video Not Found')).toBeVisible()
  const files = await filesOf(page)
  expect(files.map((url) => url.split('.').at(-1))).toEqual(expect.arrayContaining(['mp4', 'm3u8', 'vtt']))
  for (const url of files) expect((await secondMember.page.request.get(url)).status(), url).toBe(404)

  await leave(page)
  await deleteVideo(page)
  await page.goto(address)
  await expect(page.getByText('Video Not Found')).toBeVisible()
  for (const url of files) expect((await page.request.get(url)).status(), url).toBe(404)
})

/** Submits the form of the chosen file, whose name became the title; the list of videos follows. */
async function publish(page: Page, title: string): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByLabel('Category').selectOption('Food')
  await page.getByRole('button', { name: 'Upload & Publish' }).click()
  await expect(page).toHaveURL(/\/creator\/videos$/)
}

/** Drops a file from another program on an element. */
async function drop(target: Locator, file: string): Promise<void> {
  const content = (await readFile(file)).toString('base64')
  const dataTransfer = await target.page().evaluateHandle(
    ({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
      const dropped = new DataTransfer()
      dropped.items.add(new File([bytes], name))
      return dropped
    },
    { name: path.basename(file), base64: content },
  )
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

/** Waits until all qualities of the video are prepared. */
async function expectReady(page: Page, title: string): Promise<void> {
  const row = rowOf(page, title)
  await expect(row.getByText('Published', { exact: true })).toBeVisible()
  await expect(row.getByText('0:04')).toBeVisible()
  await expect(row.getByText(/^Being prepared|more qualities/)).toHaveCount(0, {
    timeout: ENCODING_TIMEOUT_MS,
  })
}

/** Opens a video from the list, and watches it with sound; returns its address. */
async function play(page: Page, title: string): Promise<string> {
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  // Loops, as the checks may take longer than the video.
  await player(page).evaluate((video: HTMLVideoElement) => {
    video.loop = true
    return video.play()
  })
  await expectPlaying(page)
  await tapForSound(page)
  await expectSound(page)
  return page.url()
}

/** Returns to the list, and ends the video in the mini player. */
async function leave(page: Page): Promise<void> {
  await page.goBack()
  await page
    .getByRole('complementary', { name: 'Mini player' })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(player(page)).toHaveCount(0)
}

/** Changes the title, thumbnail, captions and visibility in the dialog. */
async function edit(page: Page): Promise<void> {
  const row = rowOf(page, 'market-day')
  const automatic = await row.locator('img').getAttribute('src')
  await row.getByRole('button', { name: 'Edit market-day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit video' })
  await dialog.getByLabel('Language').selectOption('French')
  const captions = dialog.getByLabel('Captions file')
  await expect(captions).toHaveAttribute('accept', /\.vtt,\.srt/)
  await captions.setInputFiles({
    name: 'fr.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from(CAPTIONS),
  })
  await expect(page.getByText('Captions in French saved')).toBeVisible()
  await dialog
    .getByLabel('Thumbnail image')
    .setInputFiles({ name: 'stall.png', mimeType: 'image/png', buffer: await makePng(640, 360) })
  await expect(dialog.getByAltText('The chosen thumbnail')).toBeVisible()
  await dialog.getByLabel('Title').fill('Market day in Lagos')
  await dialog.getByRole('switch', { name: 'Public video' }).click()
  await checkAndPhotograph(page, 'edit-video')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Video saved')).toBeVisible()
  const edited = rowOf(page, 'Market day in Lagos')
  await expect(edited.getByText('Private', { exact: true })).toBeVisible()
  const image = edited.locator('img')
  await expect(image).not.toHaveAttribute('src', automatic ?? '')
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0)
}

/** Deletes the video after the confirmation, which is cancelled once. */
async function deleteVideo(page: Page): Promise<void> {
  const row = rowOf(page, 'Market day in Lagos')
  const confirmation = page.getByRole('alertdialog', { name: 'Delete “Market day in Lagos”?' })
  await row.getByRole('button', { name: /^Delete/ }).click()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await confirmation.getByRole('button', { name: 'Delete video' }).click()
  await expect(page.getByText('Video deleted')).toBeVisible()
  await expect(row).toBeHidden()
  await expect(rowOf(page, 'night-train')).toBeVisible()
}

/** URLs of the stored files that the document has requested since it was loaded, without those of other videos. */
function filesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const urls = performance.getEntriesByType('resource').map(({ name }) => name)
    const id = location.pathname.split('/').at(-1) ?? ''
    return [...new Set(urls.filter((url) => url.includes('/files/') && url.includes(id)))]
  })
}

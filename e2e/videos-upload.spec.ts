import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { listCreatorVideos } from '#shared/videos/creator-videos.ts'
import { silenceLog } from '#transcode/ffmpeg/log.ts'
import { makeMedia } from '#transcode/testing/make-media.ts'
import { type Member, axeCheck, checkAndPhotograph, expect, test } from './support/fixtures.ts'
import { ENCODING_TIMEOUT_MS } from './support/time-limits.ts'

/** Of about 28 MB: enough to interrupt its upload at the rate of `throttleUpload`. */
const LARGE_VIDEO = {
  ...{ codec: 'libx264', width: 1280, height: 720, rate: 30, isDetailed: true },
  options: { preset: 'ultrafast', qp: 6 },
}
const SMALL_VIDEO = { ...LARGE_VIDEO, width: 320, height: 180, options: { preset: 'ultrafast' } }
const BYTES_PER_SECOND = 4_000_000
const FILE_NAME = 'sunday-stew.mp4'

let folder: string

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'e2e-videos-'))
  silenceLog()
  await makeMedia({ format: 'mp4', seconds: 1, video: LARGE_VIDEO }, path.join(folder, FILE_NAME))
  await makeMedia({ format: 'mp4', seconds: 1, video: SMALL_VIDEO }, path.join(folder, 'other.mp4'))
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test('an upload survives a killed server and a reload, and becomes an identical video', async ({
  app,
  member,
}) => {
  const { page, context } = member
  await throttleUpload(member)
  await page.goto('/creator/videos/upload')
  await page.getByLabel('Video file', { exact: true }).setInputFiles(path.join(folder, FILE_NAME))
  await expect(page.getByLabel('Title')).toHaveValue('sunday-stew')
  await page.getByLabel('Category').selectOption('Food')
  await expectProgress(member, 15)
  await app.crash()
  await expectProgress(member, 40)
  await page.reload()

  // The server lists what it has; only the same file continues it.
  const picker = page.getByLabel(`The file of ${FILE_NAME}`)
  await picker.setInputFiles(path.join(folder, 'other.mp4'))
  await expect(page.getByText('This is another file')).toBeVisible()
  await checkAndPhotograph(page, 'video-upload')
  const resumed = page.waitForRequest((request) => request.method() === 'PATCH')
  await picker.setInputFiles(path.join(folder, FILE_NAME))
  expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(1_000_000)
  await expect(page.getByLabel('Category')).toHaveValue('Food')
  await page.getByRole('button', { name: 'Save as Draft' }).click()

  // It goes on from every page.
  await expect(page).toHaveURL(/\/creator\/videos$/)
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect(uploads).toContainText('Uploading a video')
  await uploads.getByRole('button', { name: 'Show uploads' }).click()
  await expect(uploads.getByText('Uploading, then saved as a draft')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Your videos' })).toBeVisible()
  await axeCheck(page)
  await expect(page.getByText('Video uploaded successfully!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'sunday-stew' })).toBeVisible()
  const response = await context.request.get(listCreatorVideos.path)
  const [video] = z.array(z.object({ videoUrl: z.string() })).parse(await response.json())
  const original = await context.request.get(video?.videoUrl ?? '')
  expect(sha256(await original.body())).toBe(sha256(await readFile(path.join(folder, FILE_NAME))))

  // The list follows the processing; then the draft is published, and deleted.
  const row = page.getByRole('row', { name: /sunday-stew/ })
  await expect(row.getByText('0:01')).toBeVisible()
  await expect(row.getByText(/^Being prepared/)).toHaveCount(0, { timeout: ENCODING_TIMEOUT_MS })
  await row.getByRole('button', { name: 'Publish sunday-stew' }).click()
  await expect(page.getByText('Video published')).toBeVisible()
  await expect(row.getByText('Published', { exact: true })).toBeVisible()
  await checkAndPhotograph(page, 'creator-videos')
  await row.getByRole('button', { name: 'Delete sunday-stew' }).click()
  await page.getByRole('button', { name: 'Delete video' }).click()
  await expect(page.getByText('Video deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No videos yet' })).toBeVisible()
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function expectProgress({ page }: Member, percent: number): Promise<void> {
  await expect
    .poll(async () => Number(await page.getByRole('progressbar').first().getAttribute('aria-valuenow')))
    .toBeGreaterThan(percent)
}

async function throttleUpload({ context, page }: Member): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 5,
    downloadThroughput: -1,
    uploadThroughput: BYTES_PER_SECOND,
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { getCurrentUser } from '#shared/accounts/auth.ts'
import { media } from '#shared/media/uploads.ts'
import { silenceLog } from '#transcode/ffmpeg/log.ts'
import { makeMedia } from '#transcode/testing/make-media.ts'
import { type Member, checkAndPhotograph, expect, test } from './support/fixtures.ts'
import { openComposer, postCard } from './support/posting.ts'

/** Of about 28 MB: enough to interrupt its upload at the rate of `throttleUpload`. */
const LARGE_VIDEO = {
  ...{ codec: 'libx264', width: 1280, height: 720, rate: 30, isDetailed: true },
  options: { preset: 'ultrafast', qp: 6 },
}
const BYTES_PER_SECOND = 6_000_000

let file: string
let uploadScript: string

test.beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'e2e-uploads-'))
  file = path.join(folder, 'video.mp4')
  silenceLog()
  await makeMedia({ format: 'mp4', seconds: 1, video: LARGE_VIDEO }, file)
  // The upload module of the site, bundled so that any page can run it.
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { startUpload } from './src/web/features/media/shared/uploads/upload.ts'; window.startUpload = startUpload",
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'iife',
    write: false,
  })
  uploadScript = outputFiles[0]?.text ?? ''
})
test.afterAll(() => rm(path.dirname(file), { recursive: true, force: true }))

test('a video upload survives a reload, a restart of the server and a network outage', async ({
  app,
  member,
}) => {
  const { page, context } = member
  // Of the same video, uploaded without an interruption.
  const expected = await storedBytes(member, await (await beginUpload(page, file)).result)
  await throttleUpload(member)
  const { result: interrupted } = await beginUpload(page, file)
  // The second beginUpload navigates away, which rejects this promise.
  interrupted.catch(() => {})
  await page.waitForFunction(() => window.sent > 0.2)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  const { result } = await beginUpload(page, file)
  await page.waitForFunction(() => window.sent > 0.4)
  // The upload of a video that is picked again resumes at its offset.
  expect(offsets[0]).toBeGreaterThan(1_000_000)
  await app.restart()
  await page.waitForFunction(() => window.sent > 0.6)
  await context.setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await context.setOffline(false)
  expect((await storedBytes(member, await result)).equals(expected)).toBe(true)

  // The member stayed signed in across the restart.
  const response = await context.request.get(getCurrentUser.path)
  expect(await response.json()).toMatchObject({ id: member.user.id, role: 'user' })
})

test('an AVI that is picked for a post plays with picture and sound', async ({ member: { page } }) => {
  const name = 'market.avi'
  const avi = path.join(path.dirname(file), name)
  const video = { codec: 'mpeg4', width: 320, height: 180, rate: 25 }
  const audio = { codec: 'libmp3lame', channels: 2, sampleRate: 44_100 }
  await makeMedia({ format: 'avi', seconds: 3, video, audio }, avi)
  await page.goto('/')
  const dialog = await openComposer(page)
  const content = `From an old camera ${Date.now()}`
  await dialog.getByRole('textbox', { name: 'Your post' }).fill(content)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/uploads/*/finish', async (route) => {
    await released
    await route.continue()
  })
  await dialog.locator('input[type=file]').setInputFiles(avi)
  await expect(dialog.getByText(name)).toBeVisible()
  await expect(dialog.getByRole('progressbar', { name: 'Uploaded, being prepared' })).toBeVisible()
  await checkAndPhotograph(page, 'preparing-video')
  release()
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Post created successfully!')).toBeVisible()

  const card = postCard(page, content)
  // The browser cannot play the file, so the poster comes from the server.
  await expect(card.locator('img[src^="/files/media/"]')).toBeVisible()
  await card.getByRole('button', { name: 'Play' }).click()
  const player = card.locator('video')
  const played = () =>
    player.evaluate((node: HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) => ({
      frames: node.getVideoPlaybackQuality().totalVideoFrames,
      audioBytes: node.webkitAudioDecodedByteCount ?? 0,
    }))
  await expect.poll(async () => (await played()).frames).toBeGreaterThan(10)
  expect((await played()).audioBytes).toBeGreaterThan(0)
})

declare global {
  interface Window {
    startUpload(
      file: File,
      options: { purpose: 'post'; onProgress?: (sent: number, total: number) => void },
    ): { done: Promise<unknown> }
    /** Share of the file that was sent, 0 to 1. */
    sent: number
  }
}

/** Starts to upload a file from disk, like a page of the site. */
async function beginUpload(page: Page, from: string): Promise<{ result: Promise<unknown> }> {
  await page.goto('/about')
  await page.evaluate(uploadScript)
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'file' }))
  })
  await page.setInputFiles('#file', from)
  const result = page.evaluate(() => {
    const input = document.querySelector('#file')
    const picked = input instanceof HTMLInputElement ? input.files?.[0] : undefined
    if (!picked) throw new Error('no file was picked')
    window.sent = 0
    const onProgress = (sent: number, total: number) => {
      window.sent = sent / total
    }
    return window.startUpload(picked, { purpose: 'post', onProgress }).done
  })
  return { result }
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

/** The served file of an upload, which must be a whole copy of the large video. */
async function storedBytes({ context }: Member, result: unknown): Promise<Buffer> {
  const { url, fileSize, width } = media.parse(result)
  const body = await (await context.request.get(url)).body()
  expect([width, body.length]).toEqual([1280, fileSize])
  expect(body.length).toBeGreaterThan(20_000_000)
  return body
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { media } from '#shared/uploads.ts'
import { mp4 } from '#server/features/media/test-videos.ts'
import { type Member, expect, test } from './support/fixtures.ts'

/** Large enough to interrupt its upload at the rate of `throttleUpload`. */
const VIDEO = mp4({ data: 'picture '.repeat(3_000_000) })
const BYTES_PER_SECOND = 6_000_000

let file: string
let uploadScript: string

test.beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'e2e-uploads-'))
  file = path.join(folder, 'video.mp4')
  await writeFile(file, VIDEO)
  // The upload module of the site, bundled so that any page can run it.
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { startUpload } from './src/web/lib/uploads/upload.ts'; window.startUpload = startUpload",
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'iife',
    write: false,
  })
  uploadScript = outputFiles[0]?.text ?? ''
})
test.afterAll(() => rm(path.dirname(file), { recursive: true, force: true }))

test('a video upload survives a network outage', async ({ member }) => {
  await throttleUpload(member)
  const { result } = await beginUpload(member.page, file)
  await member.page.waitForFunction(() => window.sent > 0.2)
  await member.context.setOffline(true)
  await expect.poll(() => member.page.evaluate(() => navigator.onLine)).toBe(false)
  await member.context.setOffline(false)

  await expectStored(member, await result)
})

test('a video upload survives a restart of the server', async ({ app, member }) => {
  await throttleUpload(member)
  const { result } = await beginUpload(member.page, file)
  await member.page.waitForFunction(() => window.sent > 0.2)
  await app.restart()

  await expectStored(member, await result)
})

test('the upload of a video that is picked again after a reload resumes at its offset', async ({
  member,
}) => {
  await throttleUpload(member)
  const { result: interrupted } = await beginUpload(member.page, file)
  // The second beginUpload navigates away, which rejects this promise.
  interrupted.catch(() => {})
  await member.page.waitForFunction(() => window.sent > 0.3)
  const offsets: number[] = []
  member.page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  const { result } = await beginUpload(member.page, file)
  await expectStored(member, await result)

  expect(offsets[0]).toBeGreaterThan(1_000_000)
})

test('a video recorded by the browser still plays after its metadata was removed', async ({ member }) => {
  const { page } = member
  await page.goto('/about')
  await page.evaluate(uploadScript)
  const stored = media.parse(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')
      const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
      const parts: Blob[] = []
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
      recorder.start()
      for (let frame = 0; frame < 30; frame++) {
        context?.fillRect(frame * 5, 0, 5, 100)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      recorder.stop()
      await stopped
      return window.startUpload(new File(parts, 'recording.webm'), { purpose: 'post' }).done
    }),
  )
  expect(stored).toMatchObject({ mediaType: 'video', mimeType: 'video/webm', width: 300, height: 150 })
  const size = await page.evaluate(
    (url) =>
      new Promise((resolve, reject) => {
        const video = document.createElement('video')
        video.addEventListener('loadeddata', () => resolve(`${video.videoWidth}x${video.videoHeight}`))
        video.addEventListener('error', () => reject(new Error(video.error?.message)))
        video.src = url
      }),
    stored.url,
  )
  expect(size).toBe('300x150')
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

async function expectStored({ context }: Member, result: unknown): Promise<void> {
  const { url, fileSize } = media.parse(result)
  expect(fileSize).toBe(VIDEO.length)
  const served = await context.request.get(url)
  expect((await served.body()).equals(VIDEO)).toBe(true)
}

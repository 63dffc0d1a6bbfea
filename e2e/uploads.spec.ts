import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { getCurrentUser } from '#shared/auth.ts'
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

test('a video upload survives a reload, a restart of the server and a network outage', async ({
  app,
  member,
}) => {
  const { page, context } = member
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
  await expectStored(member, await result)

  // The member stayed signed in across the restart.
  const response = await context.request.get(getCurrentUser.path)
  expect(await response.json()).toMatchObject({ id: member.user.id, role: 'user' })
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

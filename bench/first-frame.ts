import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type APIResponse, type BrowserContext, chromium } from '@playwright/test'
import { video } from '#shared/videos/videos.ts'
import { MediaTool } from '#server/transcoding/testing/media-tool.ts'
import { signUp } from '../e2e/support/users.ts'
import config from '../playwright.config.ts'
import { startBuiltApp } from './process/app.ts'
import { chooseSizes } from './process/arguments.ts'
import { median } from './process/median.ts'
import { report } from './process/report.ts'

/**
 * Measures the time from opening the page of a video to its first frame, on a connection of 1.5 Mbit/s with a delay of
 * 150 ms: with scripts in the browser's cache (each time with files that are not), and with an empty cache. The floor is a
 * page that only has a video element with the lowest quality.
 */
const { VISITS, COLD_VISITS, SECONDS, VIDEO } = chooseSizes({
  full: { VISITS: 20, COLD_VISITS: 5, SECONDS: 20, VIDEO: { width: 1280, height: 720 } },
  short: { VISITS: 1, COLD_VISITS: 1, SECONDS: 1, VIDEO: { width: 426, height: 240 } },
})
const CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_500_000 / 8,
  uploadThroughput: 750_000 / 8,
}

const app = await startBuiltApp()
const browser = await chromium.launch(config.use?.launchOptions)
const newContext = () => browser.newContext({ ...config.use?.contextOptions, baseURL: app.url })
try {
  const creator = await newContext()
  await signUp(creator)
  const id = await createVideo(creator)
  const context = await newContext()
  const [warm, floor]: [number[], number[]] = [[], []]
  await visit(context, `/video/${id}`)
  for (let round = 0; round < VISITS; round += 1) {
    await renameFiles(creator, id)
    warm.push(await visit(context, `/video/${id}`))
    await renameFiles(creator, id)
    floor.push(await visitBare(context, id))
    console.log(
      `${round + 1}: ${(warm.at(-1) ?? NaN).toFixed(0)} ms, bare ${(floor.at(-1) ?? NaN).toFixed(0)} ms`,
    )
  }
  const cold: number[] = []
  for (let round = 0; round < COLD_VISITS; round += 1) {
    const fresh = await newContext()
    cold.push(await visit(fresh, `/video/${id}`))
    await fresh.close()
  }
  report([
    { name: 'floor: a video element alone, median', value: median(floor), unit: 'ms' },
    { name: 'first frame, scripts cached, median', value: median(warm), unit: 'ms' },
    {
      name: `first frame, scripts cached, p95 of ${VISITS}`,
      value: percentile95(warm),
      unit: 'ms',
      max: 2000,
    },
    { name: 'first frame, empty cache, median', value: median(cold), unit: 'ms' },
  ])
} finally {
  await browser.close()
  await app.remove()
}

/** Uploads and publishes a video; resolves when all of its qualities are ready. */
async function createVideo({ request }: BrowserContext): Promise<string> {
  const tool = new MediaTool(new URL('../src/transcode/testing/media-tool.ts', import.meta.url), [
    '--import',
    'tsx',
  ])
  const options = { preset: 'veryfast', g: 60, b: '3M' }
  const track = { codec: 'libx264', ...VIDEO, rate: 30, isDetailed: true, options }
  const audio = { codec: 'aac', channels: 2, sampleRate: 44_100 }
  const spec = { format: 'mp4', seconds: SECONDS, video: track, audio } as const
  const bytes = await readFile(await tool.make(spec, path.join(app.dataDir, 'source.mp4')))
  tool.close()
  const tus = { 'tus-resumable': '1.0.0' }
  const created = await request.post('/api/uploads', {
    headers: { ...tus, 'upload-length': String(bytes.length) },
  })
  const location = created.headers()['location'] ?? ''
  await request.patch(location, {
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  })
  const finished = await request.post(`${location}/finish`, { data: { purpose: 'video' } })
  // Boundary: the app's response to a finished upload.
  const { url } = (await finished.json()) as { url: string }
  const body = { title: 'A minute', category: 'Music', videoUrl: url, isPublished: true }
  const { id } = await parseVideo(await request.post('/api/creator/videos', { data: body }))
  for (;;) {
    const { state, progress, failure } = await parseVideo(await request.get(`/api/videos/${id}`))
    if (state === 'failed') throw new Error(`the video failed: ${failure}`)
    if (state === 'ready' && progress === null) return id
  }
}

async function parseVideo(response: APIResponse) {
  return video.parse(await response.json())
}

/** Hides and shows the video, which changes the URLs of its files: no part of them is in the cache then. */
async function renameFiles({ request }: BrowserContext, id: string): Promise<void> {
  for (const isPublic of [false, true]) await request.put(`/api/creator/videos/${id}`, { data: { isPublic } })
}

/** Returns the time from the navigation to the first frame, in ms. */
async function visit(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', CONNECTION)
  await page.addInitScript(watchFirstFrame)
  await page.goto(url, { waitUntil: 'commit' })
  const shownAt = await page.waitForFunction((): unknown => Reflect.get(window, 'firstFrameAt'))
  const time = Number(await shownAt.jsonValue())
  await page.close()
  return time
}

/** As `visit`, for a page of the same site that has nothing but the lowest quality. */
async function visitBare(context: BrowserContext, id: string): Promise<number> {
  const { sources } = await parseVideo(await context.request.get(`/api/videos/${id}`))
  const lowest = sources.files.at(-1)?.url
  await context.route('**/bare', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><video muted autoplay src="${lowest}"></video>`,
    }),
  )
  const time = await visit(context, '/bare')
  await context.unroute('**/bare')
  return time
}

/**
 * Runs in the page: stores the time of the first frame of any video element. It names no function, as the compiler of the
 * benches adds calls to names, which the page does not know.
 */
function watchFirstFrame(): void {
  document.addEventListener(
    'loadeddata',
    ({ target }) => {
      if (!(target instanceof HTMLVideoElement)) return
      target.requestVideoFrameCallback(() => {
        Reflect.set(window, 'firstFrameAt', performance.now())
      })
    },
    { capture: true, once: true },
  )
}

function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? NaN
}

import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { bundlePage } from '../process/bundle-page.ts'
import { chooseSizes } from '../process/arguments.ts'
import type { Row } from '../process/report.ts'
import type { FirstFrame } from './page.ts'
import type { Site } from './site.ts'

const { JOIN_COUNT, DIRECT_JOIN_COUNT, PAGE_LOADS, FRAMES } = chooseSizes({
  full: { JOIN_COUNT: 40, DIRECT_JOIN_COUNT: 5, PAGE_LOADS: 5, FRAMES: 200 },
  short: { JOIN_COUNT: 1, DIRECT_JOIN_COUNT: 1, PAGE_LOADS: 1, FRAMES: 4 },
})
/** Simultaneous joins share a keyframe; each of these needs one of its own. */
const JOIN_INTERVAL_MS = 1000
const TIMEOUT_MS = 30_000
const MINI_PLAYER_MS = 300

/** Measures with real pages how soon a late joiner sees a frame, and how old that frame is. */
export async function* measureLatency(site: Site): AsyncGenerator<Row[]> {
  const launch = config.use?.launchOptions ?? {}
  const args = [...(launch.args ?? []), '--autoplay-policy=no-user-gesture-required']
  const browser = await chromium.launch({ ...launch, args })
  try {
    const code = await bundlePage(new URL('./page.ts', import.meta.url))
    const direct = await measureDirectConnection(await openContext(browser, code), site.url)
    yield [
      ...percentileRows('two peers of one page: first frame', direct.first),
      ...percentileRows('two peers of one page: glass to glass', direct.ages),
    ]
    const stream = await site.addStream()
    const studio = await broadcast(browser, code, site, stream.id)
    const viewerContext = await openContext(browser, code)
    const firstFrames: FirstFrame[] = []
    for (let round = 0; round < PAGE_LOADS; round++)
      firstFrames.push(await openStreamPage(viewerContext, site, stream.id))
    const { joined, ages } = await watch(viewerContext, site, stream.id)
    yield [
      ...percentileRows('late joiner: first frame after the join', joined, 500),
      ...percentileRows('page just opened: first frame after the join', valuesOf(firstFrames, 'sinceJoin')),
      ...percentileRows(
        'page just opened: first frame after its opening',
        valuesOf(firstFrames, 'sinceOpening'),
      ),
      ...percentileRows('studio to viewer: glass to glass', ages, 150),
    ]
    await site.change(stream, { isLive: false })
    await studio.close()
  } finally {
    await browser.close()
  }
}

async function openContext(browser: Browser, code: string, site?: Site): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['camera', 'microphone'],
    ...(site && { storageState: await site.member.storageState() }),
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  await context.addInitScript(code)
  return context
}

async function measureDirectConnection(
  context: BrowserContext,
  url: string,
): Promise<{ first: number[]; ages: number[] }> {
  const page = await context.newPage()
  await page.goto(`${url}/terms`)
  const measured = await page.evaluate(([joins, frames]) => window.liveBench.connectDirectly(joins, frames), [
    DIRECT_JOIN_COUNT,
    FRAMES,
  ] as const)
  await context.close()
  return measured
}

async function broadcast(browser: Browser, code: string, site: Site, streamId: string): Promise<Page> {
  const context = await openContext(browser, code, site)
  await context.addInitScript(() => window.liveBench.replaceCamera())
  const page = await context.newPage()
  await page.goto(`${site.url}/stream/${streamId}/broadcast`)
  await page.getByRole('button', { name: 'Start Stream' }).click()
  return page
}

async function openStreamPage(context: BrowserContext, { url }: Site, streamId: string): Promise<FirstFrame> {
  const page = await context.newPage()
  await page.goto(`${url}/stream/${streamId}`)
  const first = await page.evaluate(() => window.liveBench.firstFrame)
  await page.close()
  return first
}

/** Repeatedly navigates to the stream from another page of the site, then reads the ages of frames. */
async function watch(
  context: BrowserContext,
  { url }: Site,
  streamId: string,
): Promise<{ joined: number[]; ages: number[] }> {
  const page = await context.newPage()
  await page.goto(`${url}/stream/${streamId}`)
  await page.evaluate(() => window.liveBench.firstFrame)
  await page.getByRole('link', { name: 'Creative Wave' }).first().click()
  const joined: number[] = []
  for (let round = 0; round < JOIN_COUNT; round++) {
    if (round > 0) await page.evaluate(() => window.liveBench.goInHistory(1))
    await closeMiniPlayer(page)
    await pause(JOIN_INTERVAL_MS)
    const { sinceJoin } = await page.evaluate(() => {
      window.liveBench.goInHistory(-1)
      return window.liveBench.firstFrame
    })
    joined.push(sinceJoin)
  }
  // A player's buffer is larger at the start than later.
  await page.evaluate((count) => window.liveBench.readAges(count), FRAMES / 2)
  const ages = await page.evaluate((count) => window.liveBench.readAges(count), FRAMES)
  await page.close()
  return { joined, ages }
}

/** Media that is received when its page is left continues in the mini player, which appears a moment later. */
async function closeMiniPlayer(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close', exact: true })
  const withoutVideo = page.locator('body:not(:has(video))')
  do {
    await close.or(withoutVideo).first().waitFor()
    if (await close.isVisible()) await close.click()
    await pause(MINI_PLAYER_MS)
  } while (!(await withoutVideo.isVisible()))
}

const valuesOf = (all: FirstFrame[], since: keyof FirstFrame) => all.map((each) => each[since])

function percentileRows(name: string, values: number[], max?: number): Row[] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (quantile: number) => sorted[Math.ceil(quantile * sorted.length) - 1] ?? NaN
  return [
    { name: `${name}, p50`, value: at(0.5), unit: 'ms' },
    { name: `${name}, p95`, value: at(0.95), ...(max !== undefined && { max }), unit: 'ms' },
  ]
}

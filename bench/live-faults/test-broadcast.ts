import { chromium, type Browser, type Page } from '@playwright/test'
import { testEngine, type TestEngine } from '#server/live-engine/testing/start-engine.ts'
import config from '../../playwright.config.ts'
import { bundlePage } from '../process/bundle-page.ts'
import { Line } from './faulty-link.ts'
import type { Counts } from './page.ts'

const STREAM = 'stream'
/** Any page of this machine may use a camera. */
const ADDRESS = 'http://localhost/'
const HTML = '<!doctype html><title>faults</title><video autoplay muted playsinline></video>'

/** A broadcaster and a viewer, each a page of a real browser behind a line of its own, and the engine between them. */
export type Cast = {
  uplink: Line
  downlink: Line
  broadcaster(): Promise<Counts>
  viewer(): Promise<Counts>
  takeLongestPause(): Promise<number>
  close(): Promise<void>
}

export async function startCast(): Promise<Cast> {
  const live = await testEngine({ peerTimeoutMs: 15_000 })
  await live.engine.start()
  const uplink = await Line.open(live.udpPort, 'to the engine')
  const downlink = await Line.open(live.udpPort, 'from the engine')
  const browser = await chromium.launch(config.use?.launchOptions)
  const close = async () => {
    await browser.close()
    for (const line of [uplink, downlink]) line.close()
    await live.engine.close()
  }
  try {
    const code = await bundlePage(new URL('./page.ts', import.meta.url))
    const [broadcaster, viewer] = [await openPage(browser, code), await openPage(browser, code)]
    await publish(live, broadcaster, uplink)
    await watch(live, viewer, downlink)
    return {
      uplink,
      downlink,
      broadcaster: () => count(broadcaster, uplink),
      viewer: () => count(viewer, downlink),
      takeLongestPause: () => viewer.evaluate(() => window.faults.takeLongestPause()),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openPage(browser: Browser, code: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
  const page = await context.newPage()
  await page.route(`${ADDRESS}**`, (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
  await page.goto(ADDRESS)
  await page.evaluate(code)
  return page
}

async function publish({ engine, udpPort, nextEvent }: TestEngine, page: Page, line: Line): Promise<void> {
  const publishing = nextEvent('publishing')
  await page.exposeFunction('tellOffer', async (offer: string) => {
    const answer = await engine.publish(STREAM, 'broadcaster', withoutAddresses(offer))
    await page.evaluate((sdp) => window.faults.acceptAnswer(sdp), through(line, udpPort, answer))
  })
  await page.evaluate(() => window.faults.broadcast())
  await publishing
}

async function watch({ engine, udpPort }: TestEngine, page: Page, line: Line): Promise<void> {
  engine.on('candidate', ({ candidate, mid }) => {
    const ours = through(line, udpPort, candidate)
    void page.evaluate(([text, sdpMid]) => window.faults.addCandidate(text, sdpMid), [ours, mid] as const)
  })
  const offer = await engine.watch(STREAM, 'viewer', 'auto')
  const answer = await page.evaluate((sdp) => window.faults.answer(sdp), offer)
  await engine.acceptAnswer('viewer', withoutAddresses(answer))
}

/** Throws when the page's media does not go through its line: the figures would say nothing. */
async function count(page: Page, line: Line): Promise<Counts> {
  const counts = await page.evaluate(() => window.faults.count())
  if (counts.remotePort !== line.port) throw new Error('a page has found a way around its line')
  return counts
}

function through(line: Line, enginePort: number, sdp: string): string {
  return sdp.replaceAll(` ${enginePort} typ `, ` ${line.port} typ `)
}

function withoutAddresses(sdp: string): string {
  return sdp.replaceAll(/a=candidate:.*\r\n/g, '')
}

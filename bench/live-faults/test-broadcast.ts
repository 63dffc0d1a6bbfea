import { chromium, type Browser, type Page } from '@playwright/test'
import { testEngine, type TestEngine } from '#server/live-engine/testing/start-engine.ts'
import config from '../../playwright.config.ts'
import { bundlePage } from '../process/bundle-page.ts'
import { FaultyLink } from './faulty-link.ts'
import type { Counts } from './page.ts'

const STREAM = 'stream'
/** The stories with a fake camera; the others have none. */
const MEDIA = config.projects?.find(({ name }) => name === 'media')
/** Browsers allow a page on localhost to use a camera. */
const ADDRESS = 'http://localhost/'
const HTML = '<!doctype html><title>faults</title><video autoplay muted playsinline></video>'

/** A broadcaster and a viewer, each a page of a real browser behind a link of its own, and the engine between them. */
export type TestBroadcast = {
  publisherLink: FaultyLink
  viewerLink: FaultyLink
  broadcaster(): Promise<Counts>
  viewer(): Promise<Counts>
  takeLongestGap(): Promise<number>
  close(): Promise<void>
}

export async function startTestBroadcast(): Promise<TestBroadcast> {
  const live = await testEngine({ peerTimeoutMs: 15_000 })
  await live.engine.start()
  const publisherLink = await FaultyLink.open(live.udpPort, 'to the engine')
  const viewerLink = await FaultyLink.open(live.udpPort, 'from the engine')
  const browser = await chromium.launch(MEDIA?.use?.launchOptions)
  const close = async () => {
    await browser.close()
    for (const link of [publisherLink, viewerLink]) link.close()
    await live.engine.close()
  }
  try {
    const code = await bundlePage(new URL('./page.ts', import.meta.url))
    const [broadcaster, viewer] = [await openPage(browser, code), await openPage(browser, code)]
    await publish(live, broadcaster, publisherLink)
    await watch(live, viewer, viewerLink)
    return {
      publisherLink,
      viewerLink,
      broadcaster: () => readCounts(broadcaster, publisherLink),
      viewer: () => readCounts(viewer, viewerLink),
      takeLongestGap: () => viewer.evaluate(() => window.faults.takeLongestGap()),
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

async function publish(
  { engine, udpPort, nextEvent }: TestEngine,
  page: Page,
  link: FaultyLink,
): Promise<void> {
  const publishing = nextEvent('publishing')
  await page.exposeFunction('sendOffer', async (offer: string) => {
    const answer = await engine.publish(STREAM, 'broadcaster', removeCandidates(offer))
    await page.evaluate((sdp) => window.faults.acceptAnswer(sdp), viaLink(link, udpPort, answer))
  })
  await page.evaluate(() => window.faults.broadcast())
  await publishing
}

async function watch({ engine, udpPort }: TestEngine, page: Page, link: FaultyLink): Promise<void> {
  engine.on('candidate', ({ candidate, mid }) => {
    const rewritten = viaLink(link, udpPort, candidate)
    void page.evaluate(([text, sdpMid]) => window.faults.addCandidate(text, sdpMid), [
      rewritten,
      mid,
    ] as const)
  })
  const offer = await engine.watch(STREAM, 'viewer', 'auto')
  const answer = await page.evaluate((sdp) => window.faults.answer(sdp), offer)
  await engine.acceptAnswer('viewer', removeCandidates(answer))
}

/** Throws when the page's media bypasses its link, because the results would mean nothing. */
async function readCounts(page: Page, link: FaultyLink): Promise<Counts> {
  const counts = await page.evaluate(() => window.faults.count())
  if (counts.remotePort !== link.port) throw new Error('a page has bypassed its link')
  return counts
}

function viaLink(link: FaultyLink, enginePort: number, sdp: string): string {
  return sdp.replaceAll(` ${enginePort} typ `, ` ${link.port} typ `)
}

function removeCandidates(sdp: string): string {
  return sdp.replaceAll(/a=candidate:.*\r\n/g, '')
}

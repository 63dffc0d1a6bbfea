import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import type { WHEPClient } from 'whip-whep/whep.js'
import type { WHIPClient } from 'whip-whep/whip.js'
import type { Stream } from '../../src/shared/live/streams.ts'
import type { AppUnderTest } from './app-under-test.ts'
import { test as base } from './fixtures.ts'
import { recordPeers } from './watching.ts'

declare global {
  interface Window {
    /** The open WHIP or WHEP client of a page of the other site. */
    client: { stop(): Promise<void> }
  }
}

const require = createRequire(import.meta.url)
const SCRIPTS = new Map([
  ['/whip.js', require.resolve('whip-whep/whip.js')],
  ['/whep.js', require.resolve('whip-whep/whep.js')],
])

/** A page at another origin, which serves the WHIP and WHEP clients and has no cookies of the app. */
type OtherSite = { url: string; close(): Promise<void> }

export const test = base.extend<{ otherSite: OtherSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none.
  otherSite: async ({}, use) => {
    const site = await openOtherSite()
    await use(site)
    await site.close()
  },
})

/** Opens the other site in a new, signed-out browser context. */
export async function openOtherPage(browser: Browser, { url }: OtherSite): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await recordPeers(page)
  await page.goto(url)
  return page
}

async function openOtherSite(): Promise<OtherSite> {
  const server = createServer((request, response) => {
    const script = SCRIPTS.get(request.url ?? '')
    if (!script) return response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title>')
    readFile(script).then(
      (text) => response.setHeader('content-type', 'text/javascript').end(text),
      () => response.writeHead(404).end(),
    )
  })
  // The app is at localhost, so browsers treat this address as another site.
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Boundary: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Broadcasts camera and microphone over WHIP, like an encoder; rejects with the error of the client when refused. */
export async function publishByWhip(page: Page, app: AppUnderTest, key: Stream['streamKey']): Promise<void> {
  const script = '/whip.js'
  await page.evaluate(
    async ([endpoint = '', token, module = '']) => {
      // Boundary: the other site serves the module of the package under this name.
      const { WHIPClient: Client } = (await import(module)) as { WHIPClient: typeof WHIPClient }
      const media = await navigator.mediaDevices.getUserMedia({ video: true, audio: true })
      const peer = new RTCPeerConnection()
      for (const track of media.getTracks()) peer.addTransceiver(track, { direction: 'sendonly' })
      const client = new Client()
      window.client = client
      await client.publish(peer, endpoint, token)
    },
    [`${app.url}/whip`, key ?? '', script],
  )
}

/** Plays a stream over WHEP, like an external player. */
export async function playByWhep(page: Page, url: string, token?: string | null): Promise<void> {
  const script = '/whep.js'
  await page.evaluate(
    async ([endpoint = '', bearer, module = '']) => {
      // Boundary: the other site serves the module of the package under this name.
      const { WHEPClient: Client } = (await import(module)) as { WHEPClient: typeof WHEPClient }
      const peer = new RTCPeerConnection()
      const video = document.createElement('video')
      const media = new MediaStream()
      video.srcObject = media
      video.muted = true
      peer.ontrack = ({ track }) => {
        media.addTrack(track)
        void video.play()
      }
      for (const kind of ['audio', 'video']) peer.addTransceiver(kind, { direction: 'recvonly' })
      const client = new Client()
      window.client = client
      await client.view(peer, endpoint, bearer)
      document.body.append(video)
    },
    [url, token ?? undefined, script],
  )
}

/** Stops the open WHIP or WHEP client of the page. */
export const stopClient = (page: Page): Promise<void> => page.evaluate(() => window.client.stop())

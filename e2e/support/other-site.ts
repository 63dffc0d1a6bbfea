import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import type { WHEPClient } from 'whip-whep/whep.js'
import type { WHIPClient } from 'whip-whep/whip.js'
import type { Stream } from '../../src/shared/streams.ts'
import type { AppUnderTest } from './app-under-test.ts'
import { test as base } from './fixtures.ts'
import { keepPeers } from './watching.ts'

declare global {
  interface Window {
    /** What a page of the other site has open, to end it again. */
    client: { stop(): Promise<void> }
  }
}

const require = createRequire(import.meta.url)
const SCRIPTS = new Map([
  ['/whip.js', require.resolve('whip-whep/whip.js')],
  ['/whep.js', require.resolve('whip-whep/whep.js')],
])

/** A page at another address, with a client for encoders and one for players: it has no cookie of ours. */
type OtherSite = { url: string; close(): Promise<void> }

export const test = base.extend<{ otherSite: OtherSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none.
  otherSite: async ({}, use) => {
    const site = await openOtherSite()
    await use(site)
    await site.close()
  },
})

/** It in a browser of its own, which nobody is signed in with. */
export async function openOtherPage(browser: Browser, { url }: OtherSite): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await keepPeers(page)
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
  // The app is at localhost: to a browser this address is another site's.
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

/** Broadcasts the page's camera and microphone as an encoder does; rejects with what the client says of a refusal. */
export async function sendByWhip(page: Page, app: AppUnderTest, key: Stream['streamKey']): Promise<void> {
  const script = '/whip.js'
  await page.evaluate(
    async ([address = '', token, module = '']) => {
      // Boundary: the other site serves the package's own module under this name.
      const { WHIPClient: Client } = (await import(module)) as { WHIPClient: typeof WHIPClient }
      const media = await navigator.mediaDevices.getUserMedia({ video: true, audio: true })
      const peer = new RTCPeerConnection()
      for (const track of media.getTracks()) peer.addTransceiver(track, { direction: 'sendonly' })
      const client = new Client()
      window.client = client
      await client.publish(peer, address, token)
    },
    [`${app.url}/whip`, key ?? '', script],
  )
}

/** Plays a stream on the page as an outside player does. */
export async function playByWhep(page: Page, url: string, token?: string | null): Promise<void> {
  const script = '/whep.js'
  await page.evaluate(
    async ([address = '', bearer, module = '']) => {
      // Boundary: the other site serves the package's own module under this name.
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
      await client.view(peer, address, bearer)
      document.body.append(video)
    },
    [url, token ?? undefined, script],
  )
}

/** Ends what the page has open, as its user does. */
export const stopClient = (page: Page): Promise<void> => page.evaluate(() => window.client.stop())

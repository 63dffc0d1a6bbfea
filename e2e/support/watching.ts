import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Every peer connection of the page, newest last; recorded by `recordPeers`. */
    peers: RTCPeerConnection[]
  }
}

/** Records the peer connections of the page in `window.peers`. Call it before the page is opened. */
export async function recordPeers(page: {
  addInitScript(script: () => void): Promise<unknown>
}): Promise<void> {
  await page.addInitScript(() => {
    window.peers = []
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(...parameters: ConstructorParameters<typeof RTCPeerConnection>) {
        super(...parameters)
        window.peers.push(this)
      }
    }
  })
}

/** Makes the page's studio send a small video, which costs much less to encode and decode. Call it before the page is opened. */
export async function sendSmallVideo(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem('broadcast-settings', JSON.stringify({ resolution: 360, bitrate: 500_000 })),
  )
}

/** Opens the studio of a stream and goes on air with a small video. */
export async function goLive(page: Page, streamId: string): Promise<void> {
  await sendSmallVideo(page)
  await page.goto(`/stream/${streamId}/broadcast`)
  await startStream(page)
}

/** Goes on air in the studio that is open. */
export async function startStream(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Stream' }).click()
  await expect(page.getByRole('button', { name: 'End Stream' })).toBeVisible()
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible()
}

/** Ends the broadcast of the studio that is open, which asks first; the profile opens with the recap. */
export async function endStream(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End Stream' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Stream' }).click()
  await expect(page).toHaveURL(/\/profile$/)
}

/** Bytes of audio or video that the page's latest peer connection has sent or received. */
export function bytesOf(
  page: Page,
  kind: 'audio' | 'video',
  direction: 'sent' | 'received',
): Promise<number> {
  return page.evaluate(
    async ([mediaKind, type]) => {
      const reports = [...((await window.peers.at(-1)?.getStats())?.values() ?? [])]
      return reports
        .filter((report) => report.type === type && report.kind === mediaKind)
        .reduce((sum, { bytesSent = 0, bytesReceived = 0 }) => sum + bytesSent + bytesReceived, 0)
    },
    [kind, direction === 'sent' ? 'outbound-rtp' : 'inbound-rtp'],
  )
}

/** Audio of about half a second, in bytes. */
const AUDIO_BYTES = 2000

/** Waits until the page's latest peer connection sends audio alone: no byte of video beside about half a second of audio. */
export async function expectVideoSendingToStop(page: Page): Promise<void> {
  await expect(async () => {
    const before = await bytesOf(page, 'video', 'sent')
    const audioBefore = await bytesOf(page, 'audio', 'sent')
    await expect.poll(() => bytesOf(page, 'audio', 'sent')).toBeGreaterThan(audioBefore + AUDIO_BYTES)
    expect(await bytesOf(page, 'video', 'sent')).toBe(before)
  }).toPass()
}

/** Counts the peer connections that the page has created. */
export function countPeers(page: Page): Promise<number> {
  return page.evaluate(() => window.peers.length)
}

/** Counts the video frames that all peer connections of the page have decoded. */
async function framesDecoded(page: EvaluatingPage): Promise<number> {
  const frames = await page.evaluate(async () => {
    let sum = 0
    for (const peer of window.peers) {
      for (const report of (await peer.getStats()).values()) {
        if (report.type === 'inbound-rtp' && report.kind === 'video') sum += report.framesDecoded ?? 0
      }
    }
    return sum
  })
  return Number(frames)
}

/** A page of Playwright or a `FirefoxPage`. */
type EvaluatingPage = { evaluate(script: () => Promise<number>): Promise<unknown> }

/** Waits until the page has decoded more than `more` further frames. */
export async function expectVideo(page: EvaluatingPage, more = 10): Promise<void> {
  const before = await framesDecoded(page)
  await expect.poll(() => framesDecoded(page), { message: 'frames decoded' }).toBeGreaterThan(before + more)
}

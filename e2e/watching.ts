import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** Every peer connection that the page made, newest last; kept by `keepPeers`. */
    peers: RTCPeerConnection[]
  }
}

/** Lets a test read the statistics of the page's peer connections; call it before the page is opened. */
export async function keepPeers(page: Page): Promise<void> {
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

/** How many peer connections the page has made. */
export function countPeers(page: Page): Promise<number> {
  return page.evaluate(() => window.peers.length)
}

/** Frames decoded by all peers of the page so far. */
function framesDecoded(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let frames = 0
    for (const peer of window.peers) {
      for (const report of (await peer.getStats()).values()) {
        if (report.type === 'inbound-rtp' && report.kind === 'video') frames += report.framesDecoded ?? 0
      }
    }
    return frames
  })
}

/** Waits until the page has decoded `more` frames than now. */
export async function expectVideo(page: Page, more = 10): Promise<void> {
  const before = await framesDecoded(page)
  await expect
    .poll(() => framesDecoded(page), { message: 'frames decoded', timeout: 30_000 })
    .toBeGreaterThan(before + more)
}

/** Loudness of what the video element plays, measured on its stream: the fake microphone beeps. */
export async function expectSound(page: Page): Promise<void> {
  const loudest = () =>
    page.evaluate(async () => {
      const video = document.querySelector('video')
      if (!(video?.srcObject instanceof MediaStream)) return 0
      const context = new AudioContext()
      await context.resume()
      const analyser = context.createAnalyser()
      context.createMediaStreamSource(video.srcObject).connect(analyser)
      const samples = new Float32Array(analyser.fftSize)
      const end = performance.now() + 1500
      let level = 0
      while (performance.now() < end) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        analyser.getFloatTimeDomainData(samples)
        level = Math.max(level, ...samples.map(Math.abs))
      }
      await context.close()
      return level
    })
  await expect.poll(loudest, { message: 'sound level', timeout: 30_000 }).toBeGreaterThan(0.001)
}

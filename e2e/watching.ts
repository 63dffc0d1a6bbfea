import { expect, type Page } from '@playwright/test'

/** What the viewer page's video has really received and decoded. */
type Received = { framesDecoded: number; soundLevel: number; width: number }

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

/** Frames decoded by all peers of the page so far, and how loud the sound of the newest is (0 to 1). */
export function received(page: Page): Promise<Received> {
  return page.evaluate(async () => {
    const found = { framesDecoded: 0, soundLevel: 0, width: 0 }
    for (const peer of window.peers) {
      for (const report of (await peer.getStats()).values()) {
        if (report.type !== 'inbound-rtp') continue
        if (report.kind === 'video') {
          found.framesDecoded += report.framesDecoded ?? 0
          found.width = report.frameWidth ?? found.width
        } else found.soundLevel = report.audioLevel ?? found.soundLevel
      }
    }
    return found
  })
}

/** Waits until the page has decoded `more` frames than now. */
export async function expectVideo(page: Page, more = 10): Promise<void> {
  const { framesDecoded } = await received(page)
  await expect
    .poll(async () => (await received(page)).framesDecoded, { message: 'frames decoded', timeout: 30_000 })
    .toBeGreaterThan(framesDecoded + more)
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

import { expect, type Page } from '@playwright/test'

/** The video element of the page. */
export const player = (page: Page) => page.locator('video')

/** The position, in seconds. */
export const timeOf = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentTime)
/** Height of the decoded picture, in px; 0 for audio alone. */
export const heightOf = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.videoHeight)
const framesOf = (page: Page) =>
  player(page).evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)

/** Waits until the video advances by decoded frames. */
export async function expectPlaying(page: Page): Promise<void> {
  await expect.poll(() => framesOf(page), { message: 'decoded frames' }).toBeGreaterThan(0)
  const [frames, time] = [await framesOf(page), await timeOf(page)]
  await expect.poll(() => framesOf(page), { message: 'decoded frames' }).toBeGreaterThan(frames + 5)
  await expect.poll(() => timeOf(page), { message: 'position' }).toBeGreaterThan(time)
}

/**
 * Waits until the video has an audible signal. Samples for longer than a second, the interval at which the fake
 * microphone beeps.
 */
export async function expectSound(page: Page): Promise<void> {
  const level = () =>
    player(page)
      .first()
      .evaluate(async (video: HTMLVideoElement & { captureStream?: () => MediaStream }) => {
        const stream = video.srcObject instanceof MediaStream ? video.srcObject : video.captureStream?.()
        if (!stream || stream.getAudioTracks().length === 0) return 0
        const context = new AudioContext()
        await context.resume()
        const analyser = context.createAnalyser()
        context.createMediaStreamSource(stream).connect(analyser)
        const samples = new Float32Array(analyser.fftSize)
        const end = performance.now() + 1500
        let peak = 0
        while (performance.now() < end) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
          analyser.getFloatTimeDomainData(samples)
          peak = Math.max(peak, ...samples.map(Math.abs))
        }
        await context.close()
        return peak
      })
  await expect.poll(level, { message: 'sound level' }).toBeGreaterThan(0.001)
}

/** The captions that the player shows now. */
export const captionsOf = (page: Page) =>
  player(page).evaluate((video: HTMLVideoElement) =>
    [...video.textTracks]
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => [...(activeCues ?? [])])
      .map((cue) => (cue instanceof VTTCue ? cue.text : '')),
  )

/** Unmutes a video that the browser has only let start without sound. */
export async function tapForSound(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Tap for sound' })
  if (await button.isVisible()) await button.click()
}

/** Largest width of a post's video on a page, in px. */
const MAX_WIDTH = 960
const JPEG_QUALITY = 0.8
/** A phone may take seconds to open a long video. */
const TIMEOUT_MS = 10_000

/** Captures a frame of a video file as a data URL. Returns null where this browser cannot play the file. */
export async function capturePoster(file: Blob): Promise<string | null> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
    await waitForEvent(video, 'loadeddata', timeout)
    // The very first frame is often black. The duration is infinite in files recorded by a browser.
    if (Number.isFinite(video.duration)) {
      video.currentTime = Math.min(1, video.duration / 2)
      await waitForEvent(video, 'seeked', timeout)
    }
    return captureFrame(video)
  } catch {
    return null
  } finally {
    // Removing the source releases the decoder.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** Resolves with the event; rejects when the video fails or the signal aborts. */
function waitForEvent(video: HTMLVideoElement, type: string, signal: AbortSignal): Promise<Event> {
  return new Promise((resolve, reject) => {
    video.addEventListener(type, resolve, { once: true, signal })
    video.addEventListener('error', () => reject(new Error('the video cannot be played')), {
      once: true,
      signal,
    })
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

function captureFrame(video: HTMLVideoElement): string | null {
  const { videoWidth, videoHeight } = video
  const context = document.createElement('canvas').getContext('2d')
  if (!context || videoWidth === 0) return null
  const width = Math.min(MAX_WIDTH, videoWidth)
  const height = Math.round((videoHeight * width) / videoWidth)
  Object.assign(context.canvas, { width, height })
  context.drawImage(video, 0, 0, width, height)
  return context.canvas.toDataURL('image/jpeg', JPEG_QUALITY)
}

/** Pixels: as wide as a post's video stands on a page. */
const MAX_WIDTH = 960
const JPEG_QUALITY = 0.8
/** A phone may take seconds to open a long video. */
const TIMEOUT_MS = 10_000

/** Takes a frame of a video file as a data-URL. Returns null where this browser does not play the file. */
export async function takePoster(file: Blob): Promise<string | null> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url })
    await eventOf(video, 'loadeddata', timeout)
    // The very first frame is often black. A file that a browser has recorded does not know its length.
    if (Number.isFinite(video.duration)) {
      video.currentTime = Math.min(1, video.duration / 2)
      await eventOf(video, 'seeked', timeout)
    }
    return draw(video)
  } catch {
    return null
  } finally {
    // A video without a source lets its decoder go.
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** Resolves with the event; rejects when the video fails or the signal aborts. */
function eventOf(video: HTMLVideoElement, type: string, signal: AbortSignal): Promise<Event> {
  return new Promise((resolve, reject) => {
    video.addEventListener(type, resolve, { once: true, signal })
    video.addEventListener('error', () => reject(new Error('the video cannot be played')), {
      once: true,
      signal,
    })
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

function draw(video: HTMLVideoElement): string | null {
  const { videoWidth, videoHeight } = video
  const paint = document.createElement('canvas').getContext('2d')
  if (!paint || videoWidth === 0) return null
  const width = Math.min(MAX_WIDTH, videoWidth)
  const height = Math.round((videoHeight * width) / videoWidth)
  Object.assign(paint.canvas, { width, height })
  paint.drawImage(video, 0, 0, width, height)
  return paint.canvas.toDataURL('image/jpeg', JPEG_QUALITY)
}

import { FRAME } from '#shared/live/stream-frames.ts'

/** The first that fits is sent: most frames have a quarter of the limit. */
const QUALITIES = [0.7, 0.5, 0.3]
/** A hidden tab may not play the video. In ms. */
const TIMEOUT_MS = 5000

/** Returns a JPEG of what a track shows now, cut to the size of a card; null if the browser cannot take one. */
export async function captureFrame(track: MediaStreamTrack): Promise<Blob | null> {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true })
  video.srcObject = new MediaStream([track])
  try {
    await Promise.race([video.play(), timeout()])
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: FRAME.width, height: FRAME.height })
    const context = canvas.getContext('2d')
    if (!context || video.videoWidth === 0) return null
    drawCovering(context, video)
    for (const quality of QUALITIES) {
      const image = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/jpeg', quality)
      })
      if (image && image.size <= FRAME.maxBytes) return image
    }
    return null
  } finally {
    video.srcObject = null
  }
}

/** Fills the canvas and keeps the proportions: what is outside of 16:9 is cut off at both sides. */
function drawCovering(context: CanvasRenderingContext2D, video: HTMLVideoElement): void {
  const scale = Math.max(FRAME.width / video.videoWidth, FRAME.height / video.videoHeight)
  const [width, height] = [video.videoWidth * scale, video.videoHeight * scale]
  context.drawImage(video, (FRAME.width - width) / 2, (FRAME.height - height) / 2, width, height)
}

function timeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('the frame could not be taken in time')), TIMEOUT_MS)
  })
}

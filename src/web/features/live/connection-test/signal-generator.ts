/** Large enough to fill any line that is worth filling, small enough to be made by a phone. */
const SIZE = { width: 640, height: 360 }
const FRAMES = 6
const FRAME_MS = 50

/** A picture that cannot be compressed: it takes whatever a line carries. Answers what ends it, too. */
export function openTestSignal(): { media: MediaStream; close: () => void } {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, SIZE)
  const context = canvas.getContext('2d')
  const frames = context ? Array.from({ length: FRAMES }, () => noiseOf(context)) : []
  let shown = 0
  const timer = setInterval(() => {
    const frame = frames[shown++ % FRAMES]
    if (frame) context?.putImageData(frame, 0, 0)
  }, FRAME_MS)
  const media = canvas.captureStream(1000 / FRAME_MS)
  const close = () => {
    clearInterval(timer)
    for (const track of media.getTracks()) track.stop()
  }
  return { media, close }
}

function noiseOf(context: CanvasRenderingContext2D): ImageData {
  const image = context.createImageData(SIZE.width, SIZE.height)
  for (let index = 0; index < image.data.length; index += 1)
    image.data[index] = index % 4 === 3 ? 255 : Math.floor(Math.random() * 256)
  return image
}

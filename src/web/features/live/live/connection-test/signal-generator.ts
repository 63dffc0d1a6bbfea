/** Large enough to reach the maximum bitrate, small enough for a phone to generate. */
const SIZE = { width: 640, height: 360 }
const FRAME_COUNT = 6
const FRAME_MS = 50

/** Generates video of random noise, which does not compress and so uses all available bandwidth. `close` ends it. */
export function openTestSignal(): { media: MediaStream; close: () => void } {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, SIZE)
  const context = canvas.getContext('2d')
  const frames = context ? Array.from({ length: FRAME_COUNT }, () => noiseFrame(context)) : []
  let frameIndex = 0
  const timer = setInterval(() => {
    const frame = frames[frameIndex++ % FRAME_COUNT]
    if (frame) context?.putImageData(frame, 0, 0)
  }, FRAME_MS)
  const media = canvas.captureStream(1000 / FRAME_MS)
  const close = () => {
    clearInterval(timer)
    for (const track of media.getTracks()) track.stop()
  }
  return { media, close }
}

function noiseFrame(context: CanvasRenderingContext2D): ImageData {
  const image = context.createImageData(SIZE.width, SIZE.height)
  for (let index = 0; index < image.data.length; index += 1)
    image.data[index] = index % 4 === 3 ? 255 : Math.floor(Math.random() * 256)
  return image
}

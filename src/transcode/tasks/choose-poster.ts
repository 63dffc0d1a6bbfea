import type { Frame } from 'node-av/lib'
import { FilterChain, VIDEO } from '../encode/filter-graph.ts'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import type { FrameReader } from '../input/frame-reader.ts'

/** Where to look, as parts of the duration, in this order: beginnings are often black or a title. */
const CANDIDATES = [0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 0]
const MAX_DECODED = { frames: 300, pixels: 300 * 1920 * 1080 }

/** Mean brightness and contrast (standard deviation) of a good picture, from 0 to 255. */
const [MIN_BRIGHTNESS, MAX_BRIGHTNESS, MIN_CONTRAST] = [40, 215, 18]

type Poster = { frame: Frame; second: number }

/** Returns the frame at a second, or the first candidate that is neither dark nor blank, or else the best one. */
export async function choosePoster(
  reader: FrameReader,
  duration: number,
  posterAt: number | null,
): Promise<Poster> {
  const seconds = posterAt === null ? CANDIDATES.map((part) => part * duration) : [posterAt]
  let best: (Poster & { score: number }) | null = null
  for (const second of seconds) {
    const frame = (await reader.frameAt(second, MAX_DECODED))?.clone()
    if (!frame) continue
    const { brightness, contrast } = measure(frame)
    if (brightness >= MIN_BRIGHTNESS && brightness <= MAX_BRIGHTNESS && contrast >= MIN_CONTRAST)
      return { frame, second }
    const score = contrast - Math.abs(brightness - 128) / 2
    if (!best || score > best.score) best = { frame, second, score }
  }
  if (!best) throw new TaskFailure('unreadable', 'no frame can be decoded')
  return best
}

function measure(frame: Frame): { brightness: number; contrast: number } {
  const { num, den } = { num: 1, den: 1 }
  const input = `video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=${num}/${den}`
  const chain = new FilterChain(VIDEO, `${input}:pixel_aspect=1/1`, 'scale=w=64:h=36,format=gray')
  const copy = frame.clone()
  const values: number[] = []
  for (const part of [copy, null]) for (const small of chain.filter(part)) values.push(...small.toBuffer())
  chain.close()
  const brightness = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - brightness) ** 2, 0) / values.length
  return { brightness, contrast: Math.sqrt(variance) }
}

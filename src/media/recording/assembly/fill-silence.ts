import { opusDuration, opusSilence } from '../codecs/opus.ts'
import type { RecordedFrame } from './part-reader.ts'

/** Sound with how long it is heard (milliseconds). */
export type AudioFrame = { time: number; data: Uint8Array; duration: number }

/** Smaller holes are what rounding leaves. */
const MIN_GAP_MS = 10

/**
 * Sound without holes, from a moment on (wall clock, milliseconds): where nothing was recorded there is silence, since
 * players that count sound instead of looking at its times would bring it too early from then on.
 */
export async function* fillSilence(
  frames: AsyncIterable<RecordedFrame>,
  from: number,
): AsyncGenerator<AudioFrame> {
  let end = from
  for await (const { time, data } of frames) {
    const duration = opusDuration(data)
    // One that begins before the last is over, after a clock was set or before the picture.
    if (duration === 0 || time < end - duration / 2) continue
    if (time - end >= MIN_GAP_MS) {
      for (const silence of opusSilence(time - end)) {
        yield { time: end, ...silence }
        end += silence.duration
      }
    }
    const start = Math.max(time, end)
    yield { time: start, data, duration }
    end = time + duration
  }
}

import { opusDuration, opusSilence } from '../codecs/opus.ts'
import type { RecordedFrame } from './part-reader.ts'

/** An audio packet; `time` and `duration` are milliseconds. */
export type AudioFrame = { time: number; data: Uint8Array; duration: number }

/** A smaller gap is a rounding error. */
const MIN_GAP_MS = 10

/**
 * Returns the audio from a moment on (wall clock, milliseconds) with silence in its gaps. Players that count audio
 * samples instead of reading timestamps would otherwise play what follows a gap too early.
 */
export async function* fillSilence(
  frames: AsyncIterable<RecordedFrame>,
  from: number,
): AsyncGenerator<AudioFrame> {
  let end = from
  for await (const { time, data } of frames) {
    const duration = opusDuration(data)
    // Skips a packet that overlaps the previous one, after the wall clock was set back, or that precedes the video.
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

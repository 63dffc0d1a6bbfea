import { AV_NOPTS_VALUE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { Frame, avChannelLayoutDefault, avChannelLayoutDescribe } from 'node-av/lib'
import { check } from '../ffmpeg/task-failure.ts'
import type { TimeBase } from '../input/time.ts'
import { FRAME_SAMPLES, SAMPLE_RATE } from './audio-encoder.ts'
import { AUDIO, FilterChain } from './filter-graph.ts'

/** Seconds by which audio may be early or late before silence is inserted or samples are dropped. */
const MAX_DRIFT = 0.1
/**
 * The maximum number of samples of silence that are made at a time: the filter would make those of an hour in one step.
 */
const MAX_SILENCE = 10 * SAMPLE_RATE

/** Converts audio to the encoder's format, with a sample for each moment from 0 on. The format of frames may change. */
export class AudioResampler {
  readonly #timeBase: TimeBase
  readonly #channels: number
  #resampler: FilterChain | null = null
  #resamplerInput = ''
  /** Divides what was resampled, and silence, into frames of the encoder's size. */
  readonly #framer: FilterChain
  /** Samples that were passed to the framer. */
  #samples = 0

  constructor(timeBase: TimeBase, channels: number) {
    this.#timeBase = timeBase
    this.#channels = channels
    const input = `time_base=1/${SAMPLE_RATE}:sample_rate=${SAMPLE_RATE}:sample_fmt=fltp:channel_layout=${this.#layout}`
    this.#framer = new FilterChain(AUDIO, input, `asetnsamples=n=${FRAME_SAMPLES}:p=0`)
  }

  /** Yields what becomes of a frame, or the remaining frames without one. A frame is valid until the next one. */
  *filter(frame: Frame | null): Generator<Frame> {
    if (frame) yield* this.#fillGapBefore(frame)
    const input = frame ? this.#describe(frame) : ''
    if (input !== this.#resamplerInput) {
      yield* this.#endResampler()
      this.#resampler = frame && new FilterChain(AUDIO, input, this.#filters())
      this.#resamplerInput = input
    }
    yield* frame ? this.#resample(frame) : this.#framer.filter(null)
  }

  close(): void {
    this.#resampler?.close()
    this.#framer.close()
  }

  /** Shorter gaps are filled by the filter, which is also exact. */
  *#fillGapBefore({ pts }: Frame): Generator<Frame> {
    if (pts === AV_NOPTS_VALUE) return
    const { num, den } = this.#timeBase
    const start = Math.floor((Number(pts) * num * SAMPLE_RATE) / den)
    if (start - this.#samples <= MAX_SILENCE) return
    yield* this.#endResampler()
    const silence = silentFrame(this.#channels)
    while (start - this.#samples > MAX_SILENCE) {
      const second = silence.clone()
      if (second) yield* this.#divide(second)
      second?.free()
    }
    silence.free()
  }

  *#endResampler(): Generator<Frame> {
    yield* this.#resample(null)
    this.#resampler?.close()
    this.#resampler = null
    this.#resamplerInput = ''
  }

  *#resample(frame: Frame | null): Generator<Frame> {
    if (this.#resampler) for (const resampled of this.#resampler.filter(frame)) yield* this.#divide(resampled)
  }

  *#divide(frame: Frame): Generator<Frame> {
    frame.pts = BigInt(this.#samples)
    this.#samples += frame.nbSamples
    yield* this.#framer.filter(frame)
  }

  #describe({ sampleRate, format, channelLayout, channels }: Frame): string {
    const { num, den } = this.#timeBase
    // A layout without order has no name that the filter accepts.
    const layout = channelLayout.order === 0 ? `${channels}c` : avChannelLayoutDescribe(channelLayout)
    return `time_base=${num}/${den}:sample_rate=${sampleRate}:sample_fmt=${format}:channel_layout=${layout}`
  }

  #filters(): string {
    return [
      `aresample=${SAMPLE_RATE}:async=1:min_hard_comp=${MAX_DRIFT}:first_pts=${this.#samples}`,
      `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=${this.#layout}`,
    ].join(',')
  }

  get #layout(): string {
    return this.#channels === 1 ? 'mono' : 'stereo'
  }
}

/** Returns a second of silence. */
function silentFrame(channels: number): Frame {
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, {
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: avChannelLayoutDefault(channels),
    nbSamples: SAMPLE_RATE,
  })
  check(frame.getBuffer(), 'create silence')
  for (const plane of frame.data ?? []) plane.fill(0)
  return frame
}

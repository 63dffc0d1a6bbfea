import { type Frame, avChannelLayoutDescribe } from 'node-av/lib'
import type { TimeBase } from '../input/time.ts'
import { FRAME_SAMPLES, SAMPLE_RATE } from './audio-encoder.ts'
import { AUDIO, FilterChain } from './filter-graph.ts'

/** Seconds by which audio may be early or late before silence is inserted or samples are dropped. */
const MAX_DRIFT = 0.1

/** Converts audio to the encoder's format, with a sample for each moment from 0 on. The format of frames may change. */
export class AudioResampler {
  readonly #timeBase: TimeBase
  readonly #channels: number
  #chain: FilterChain | null = null
  #chainInput = ''
  #samples = 0

  constructor(timeBase: TimeBase, channels: number) {
    this.#timeBase = timeBase
    this.#channels = channels
  }

  /** Yields what becomes of a frame, or the remaining frames without one. A frame is valid until the next one. */
  *filter(frame: Frame | null): Generator<Frame> {
    const input = frame ? this.#describe(frame) : ''
    if (input !== this.#chainInput) {
      yield* this.#filterBy(null)
      this.#chain?.close()
      this.#chain = frame && new FilterChain(AUDIO, input, this.#filters())
      this.#chainInput = input
    }
    if (frame) yield* this.#filterBy(frame)
  }

  *#filterBy(frame: Frame | null): Generator<Frame> {
    if (!this.#chain) return
    for (const resampled of this.#chain.filter(frame)) {
      // Counted, because the last frame of a format can be short.
      resampled.pts = BigInt(this.#samples)
      this.#samples += resampled.nbSamples
      yield resampled
    }
  }

  #describe({ sampleRate, format, channelLayout, channels }: Frame): string {
    const { num, den } = this.#timeBase
    // A layout without order has no name that the filter accepts.
    const layout = channelLayout.order === 0 ? `${channels}c` : avChannelLayoutDescribe(channelLayout)
    return `time_base=${num}/${den}:sample_rate=${sampleRate}:sample_fmt=${format}:channel_layout=${layout}`
  }

  #filters(): string {
    const layout = this.#channels === 1 ? 'mono' : 'stereo'
    return [
      `aresample=${SAMPLE_RATE}:async=1:min_hard_comp=${MAX_DRIFT}:first_pts=${this.#samples}`,
      `aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=${layout}`,
      `asetnsamples=n=${FRAME_SAMPLES}:p=0`,
    ].join(',')
  }
}

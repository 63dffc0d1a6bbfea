import type { Packet, Stream } from 'node-av/lib'
import { Decoder } from '../input/decoder.ts'
import { fromMicroseconds, requireAllowedLength, toSeconds } from '../input/time.ts'
import { openAudioEncoder } from './audio-encoder.ts'
import { AudioResampler } from './audio-resampler.ts'
import type { Encoder } from './encoder.ts'
import { OutputBudget } from './output-budget.ts'
import type { AudioQuality } from './quality-steps.ts'

/** Decodes, converts and encodes the audio of a source. */
export class AudioTrack {
  readonly encoder: Encoder
  readonly budget: OutputBudget
  readonly #decoder: Decoder
  readonly #resampler: AudioResampler
  readonly #startTime: bigint

  private constructor(decoder: Decoder, encoder: Encoder, quality: AudioQuality, startTime: bigint) {
    this.#decoder = decoder
    this.encoder = encoder
    this.budget = new OutputBudget(quality.bitrate)
    this.#resampler = new AudioResampler(decoder.stream.timeBase, quality.channels)
    this.#startTime = startTime
  }

  /** @throws {TaskFailure} `unsupportedCodec` */
  static async open(stream: Stream, startTime: bigint, quality: AudioQuality): Promise<AudioTrack> {
    const decoder = await Decoder.open(stream, 1)
    return new AudioTrack(decoder, await openAudioEncoder(quality), quality, startTime)
  }

  /** Yields the packets that a packet becomes, or the remaining ones without one. A packet is valid until the next one. */
  async *encode(packet: Packet | null): AsyncGenerator<Packet> {
    const { timeBase } = this.#decoder.stream
    for await (const frame of this.#decoder.decode(packet)) {
      const second = toSeconds(frame.bestEffortTimestamp, timeBase, this.#startTime)
      this.budget.addDecoded(second)
      if (second !== null) {
        requireAllowedLength(second)
        frame.pts = frame.bestEffortTimestamp - fromMicroseconds(this.#startTime, timeBase)
      }
      for (const resampled of this.#resampler.filter(frame)) yield* this.encoder.encode(resampled)
    }
    if (packet) return
    for (const resampled of this.#resampler.filter(null)) yield* this.encoder.encode(resampled)
    yield* this.encoder.encode(null)
  }

  close(): void {
    this.#decoder.close()
    this.#resampler.close()
    this.encoder.close()
  }
}

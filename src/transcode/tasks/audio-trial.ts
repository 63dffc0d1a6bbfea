import type { Packet, Stream } from 'node-av/lib'
import { AudioResampler } from '../encode/audio-resampler.ts'
import { Decoder } from '../input/decoder.ts'

/** How many packets of a track are tried to find the first samples. */
const MAX_PACKETS_TO_FIRST_SAMPLES = 50

/**
 * Decodes the beginning of an audio track. The name of a codec is not enough: phones store several variants under one, and
 * a track whose samples cannot be converted must not make the video unusable.
 */
export class AudioTrial {
  readonly stream: Stream
  readonly isReadable: boolean
  /** Undefined until enough packets were tried. */
  isAudible: boolean | undefined
  #packets = 0
  #decoder: Decoder | null = null
  #resampler: AudioResampler | null = null

  /** `isReadable`: whether it may be decoded at all. */
  constructor(stream: Stream, isReadable: boolean) {
    this.stream = stream
    this.isReadable = isReadable
  }

  /** Tries a packet of the track. */
  async add(packet: Packet): Promise<void> {
    if (this.isAudible !== undefined) return
    this.#packets += 1
    try {
      if (!this.isReadable) this.isAudible = false
      else if (await this.#hasSamples(packet)) this.isAudible = true
      else if (this.#packets >= MAX_PACKETS_TO_FIRST_SAMPLES) this.isAudible = false
    } catch {
      this.isAudible = false
    }
  }

  /** Called at the end of the file. */
  end(): void {
    this.isAudible ??= false
  }

  /** Whether the track is known to have no packets, and so no sound that could be missed. */
  get isEmpty(): boolean {
    return this.isAudible === false && this.#packets === 0
  }

  close(): void {
    this.#decoder?.close()
    this.#resampler?.close()
  }

  async #hasSamples(packet: Packet): Promise<boolean> {
    this.#decoder ??= await Decoder.open(this.stream, 1)
    this.#resampler ??= new AudioResampler(this.stream.timeBase, 2)
    let hasSamples = false
    for await (const frame of this.#decoder.decode(packet)) {
      frame.pts = 0n
      hasSamples = true
      for (const resampled of this.#resampler.filter(frame)) void resampled
    }
    return hasSamples
  }
}

import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import type { Frame, Packet } from 'node-av/lib'
import { Decoder } from './decoder.ts'
import { type Source, openSource } from './open-source.ts'
import { readPackets } from './read-packets.ts'
import { fromMicroseconds, toSeconds } from './time.ts'

/** Up to this distance, decoding on is cheaper than seeking. */
const MAX_SECONDS_WITHOUT_SEEK = 1
const MICROSECONDS = 1_000_000

/** How much may be decoded to find a frame. The file does not decide how large a frame is, and how far from a keyframe. */
export type DecodingLimits = { frames: number; pixels: number }

/** Reads single frames of a video, seeking to the keyframes before them. */
export class FrameReader {
  readonly #source: Source
  readonly #decoder: Decoder
  #packets: AsyncGenerator<Packet>
  #current: Frame | null = null
  #second = -Infinity

  private constructor(source: Source, decoder: Decoder) {
    this.#source = source
    this.#decoder = decoder
    this.#packets = readPackets(source)
  }

  /** Null when the file has no video. */
  static async open(input: string, threads: number): Promise<FrameReader | null> {
    const source = await openSource(input, { audio: null })
    if (!source.video) return null
    return new FrameReader(source, await Decoder.open(source.video, threads))
  }

  /**
   * Returns the frame at a second, or else the last one that was found within the limits; null when none is found. It is
   * valid until the next call.
   */
  async frameAt(second: number, limits: DecodingLimits): Promise<Frame | null> {
    const isNear = second >= this.#second && second - this.#second <= MAX_SECONDS_WITHOUT_SEEK
    if (!isNear) await this.#seek(second)
    if (this.#second >= second) return this.#current
    let [frames, pixels] = [0, 0]
    for await (const frame of this.#frames()) {
      this.#keep(frame)
      frames += 1
      pixels += frame.width * frame.height
      if (this.#second >= second || frames >= limits.frames || pixels >= limits.pixels) break
    }
    return this.#current
  }

  async close(): Promise<void> {
    this.#current?.free()
    this.#decoder.close()
    await this.#source.context.closeInput()
  }

  async #seek(second: number): Promise<void> {
    const { stream } = this.#decoder
    const time = this.#source.startTime + BigInt(Math.round(second * MICROSECONDS))
    const target = fromMicroseconds(time, stream.timeBase)
    // A file without an index is read on from where it is.
    const code = await this.#source.context.seekFrame(stream.index, target, AVSEEK_FLAG_BACKWARD)
    if (code < 0) return
    this.#decoder.flush()
    this.#second = -Infinity
    this.#packets = readPackets(this.#source)
  }

  async *#frames(): AsyncGenerator<Frame> {
    for (;;) {
      const next = await this.#packets.next()
      yield* this.#decoder.decode(next.done ? null : next.value)
      if (next.done) return
    }
  }

  #keep(frame: Frame): void {
    const { stream } = this.#decoder
    this.#second =
      toSeconds(frame.bestEffortTimestamp, stream.timeBase, this.#source.startTime) ?? this.#second
    this.#current?.free()
    this.#current = frame.clone()
  }
}

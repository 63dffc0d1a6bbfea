import type { Frame, Packet, Stream } from 'node-av/lib'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { encodedColours } from '../input/colours.ts'
import { Decoder } from '../input/decoder.ts'
import { requireAllowedLength, toSeconds } from '../input/time.ts'
import type { Facts } from '../tasks/probe.ts'
import type { Encoder } from './encoder.ts'
import { OutputBudget } from './output-budget.ts'
import { FrameRepeater, FrameSelector } from './frame-rate-converter.ts'
import { PictureFilter } from './picture-filter.ts'
import type { VideoQuality } from './quality.ts'
import { openVideoEncoder } from './video-encoder.ts'

/** Decodes, converts and encodes the video of a source. */
export class VideoTrack {
  readonly encoder: Encoder
  readonly budget: OutputBudget
  readonly #decoder: Decoder
  readonly #selector: FrameSelector
  readonly #filter: PictureFilter
  readonly #repeater = new FrameRepeater()
  readonly #startTime: bigint

  private constructor(decoder: Decoder, encoder: Encoder, filter: PictureFilter, source: VideoSource) {
    this.#decoder = decoder
    this.encoder = encoder
    this.#filter = filter
    this.budget = new OutputBudget(source.quality.maxBitrate)
    this.#selector = new FrameSelector(source.quality.rate)
    this.#startTime = source.startTime
  }

  /** @throws {TaskFailure} `unsupportedCodec` */
  static async open(source: VideoSource): Promise<VideoTrack> {
    const { stream, quality, facts, threads } = source
    const { orientation, colours: sourceColours } = facts
    if (!sourceColours) throw new TaskFailure('noVideo', 'the file has no video')
    const colours = encodedColours(sourceColours)
    const decoder = await Decoder.open(stream, threads)
    const encoder = await openVideoEncoder(quality, colours, threads)
    const filter = new PictureFilter({ ...quality, orientation, colours, threads })
    return new VideoTrack(decoder, encoder, filter, source)
  }

  /** Yields the packets that a packet becomes, or the remaining ones without one. A packet is valid until the next one. */
  async *encode(packet: Packet | null): AsyncGenerator<Packet> {
    for await (const frame of this.#decoder.decode(packet)) yield* this.#encodeFrame(frame)
    if (packet) return
    for (const picture of this.#filter.filter(null)) yield* this.#encodePicture(picture)
    for (const repeated of this.#repeater.end()) yield* this.encoder.encode(repeated)
    yield* this.encoder.encode(null)
  }

  close(): void {
    this.#repeater.close()
    this.#decoder.close()
    this.encoder.close()
  }

  async *#encodeFrame(frame: Frame): AsyncGenerator<Packet> {
    const second = toSeconds(frame.bestEffortTimestamp, this.#decoder.stream.timeBase, this.#startTime)
    if (second !== null) requireAllowedLength(second)
    this.budget.addDecoded(second)
    const interval = this.#selector.select(second)
    if (interval === null) return
    frame.pts = BigInt(interval)
    for (const picture of this.#filter.filter(frame)) yield* this.#encodePicture(picture)
  }

  async *#encodePicture(picture: Frame): AsyncGenerator<Packet> {
    for (const repeated of this.#repeater.repeat(picture)) yield* this.encoder.encode(repeated)
  }
}

export type VideoSource = {
  stream: Stream
  startTime: bigint
  quality: VideoQuality
  facts: Facts
  threads: number
}

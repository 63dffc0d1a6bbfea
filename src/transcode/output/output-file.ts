import { AVFMT_FLAG_BITEXACT, AVFMT_NOFILE } from 'node-av/constants'
import { type CodecParameters, Dictionary, FormatContext, type Packet, type Stream } from 'node-av/lib'
import { TaskFailure, check } from '../ffmpeg/task-failure.ts'
import type { TimeBase } from '../input/time.ts'
import type { TaskProblem } from '../protocol.ts'

export type OutputFormat = 'mp4' | 'webm' | 'hls'

/** Option of MP4: the index in front, so that playback starts before the file has arrived. */
export const FAST_START = { movflags: '+faststart' }

/** What the index of a file needs for a packet, in most files. */
const INDEX_BYTES_PER_PACKET = 8

/** Index of a track in the output. */
export type TrackIndex = number

/** A file that packets are written to. It contains tracks and packets, and no metadata. */
export class OutputFile {
  readonly #context = new FormatContext()
  readonly #tracks: { stream: Stream; timeBase: TimeBase }[] = []
  readonly #maxBytes: number
  #bytes = 0

  /** `maxBytes` limits the packets with their index. */
  constructor(format: OutputFormat, path: string, maxBytes = Infinity) {
    this.#maxBytes = maxBytes
    check(this.#context.allocOutputContext2(null, format, path), 'create the output')
    // Without the name and version of the program.
    this.#context.setFlags(AVFMT_FLAG_BITEXACT)
  }

  /** Adds a track; its packets have times in `timeBase`. */
  addTrack(timeBase: TimeBase, describe: (parameters: CodecParameters) => void): TrackIndex {
    const stream = this.#context.newStream(null)
    describe(stream.codecpar)
    // Each container has its own tags for codecs.
    stream.codecpar.codecTag = 0
    Object.assign(stream, { timeBase })
    return this.#tracks.push({ stream, timeBase }) - 1
  }

  /** Called after the last track was added. `problem` is that of tracks which the container does not accept. */
  async start(options: Record<string, string | number>, problem: TaskProblem = 'unreadable'): Promise<void> {
    if (!this.#context.oformat?.hasFlags(AVFMT_NOFILE))
      check(await this.#context.openOutput(), 'open the output')
    check(await this.#context.writeHeader(Dictionary.fromObject(options)), 'write the header', problem)
  }

  /**
   * Writes a packet, which is empty afterwards. `problem` is that of packets which the container does not accept.
   * @throws {TaskFailure} `repeatsData` above the limit
   */
  async write(packet: Packet, track: TrackIndex, problem: TaskProblem = 'unreadable'): Promise<void> {
    const target = this.#tracks[track]
    if (!target) throw new Error(`there is no track ${track}`)
    this.#bytes += packet.size + INDEX_BYTES_PER_PACKET
    if (this.#bytes > this.#maxBytes)
      throw new TaskFailure('repeatsData', `the output has more than ${this.#maxBytes} bytes`)
    packet.streamIndex = track
    packet.rescaleTs(target.timeBase, target.stream.timeBase)
    check(this.#context.interleavedWriteFrameSync(packet), 'write a packet', problem)
  }

  async finish(): Promise<void> {
    check(await this.#context.writeTrailer(), 'write the index', 'ioError')
    const error = this.#context.pb?.error ?? 0
    await this.#context.closeOutput()
    check(error, 'write the file', 'ioError')
  }

  /** RFC 6381 names of the tracks' codecs, joined with commas. */
  codecs(): string {
    return this.#tracks.map(({ stream }) => stream.codecpar.getCodecString() ?? '').join(',')
  }

  /** Frees the memory; the file is incomplete unless `finish` was called. */
  close(): void {
    this.#context.freeContext()
  }
}

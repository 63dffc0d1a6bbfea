import path from 'node:path'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
  StreamTarget,
  WebMOutputFormat,
  type StreamTargetChunk,
} from 'mediabunny'
import type { CodecName } from '../sdp/parse-session.ts'
import type { Size } from './codecs/video-frame.ts'
import { OPUS_CONFIG, videoConfig } from './decoder-config.ts'
import { DiskFile } from './disk-file.ts'
import { type PartFormat, partName } from './part-name.ts'

/** Seconds from one cluster to the next. After a crash a part can be read up to its last complete frame. */
const CLUSTER_SECONDS = 1

/** A track's format before its first frame. `description` is the codec's own, `size` that of the first frame. */
export type TrackFormat = { codec: CodecName; size: Size | null; description: Buffer | null }

/** `time` is the presentation time on the engine's monotonic clock, in milliseconds. */
export type EncodedFrame = { data: Uint8Array; isKey: boolean; time: number }

/**
 * A file with a single track. Tracks do not share a file, because the muxer would hold audio in memory while a camera
 * is switched off. No byte changes once it is written. The first error is reported by `onError`.
 */
export class PartFile {
  readonly #file: DiskFile
  readonly #output: Output
  readonly #source: EncodedVideoPacketSource | EncodedAudioPacketSource
  readonly #format: TrackFormat
  readonly #startTime: number
  readonly #onError: (error: Error) => void
  /** The muxer's queue: it takes one frame at a time. */
  #pending: Promise<void>
  #isFirst = true

  /**
   * `from` is the time of the first frame; `wallClockOffset` is the wall clock minus the monotonic clock. All in
   * milliseconds.
   */
  constructor(
    folder: string,
    trackFormat: TrackFormat,
    { from, wallClockOffset }: { from: number; wallClockOffset: number },
    onError: (error: Error) => void,
  ) {
    this.#format = trackFormat
    this.#onError = onError
    const format: PartFormat = trackFormat.codec === 'H264' ? 'mkv' : 'webm'
    const kind = trackFormat.codec === 'opus' ? 'audio' : 'video'
    // The file name has whole milliseconds; the remainder goes into the first frame's time.
    const startedAt = Math.floor(from + wallClockOffset)
    this.#startTime = startedAt - wallClockOffset
    this.#file = new DiskFile(path.join(folder, partName({ startedAt, kind, format })), onError)
    this.#source =
      kind === 'audio'
        ? new EncodedAudioPacketSource('opus')
        : new EncodedVideoPacketSource(trackFormat.codec === 'H264' ? 'avc' : 'vp8')
    this.#output = createOutput(format, this.#file)
    if (this.#source instanceof EncodedAudioPacketSource) this.#output.addAudioTrack(this.#source)
    else this.#output.addVideoTrack(this.#source)
    this.#pending = this.#output.start()
  }

  add({ data, isKey, time }: EncodedFrame): void {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', (time - this.#startTime) / 1000, 0)
    this.#pending = this.#pending.then(() => this.#write(packet)).catch((error: unknown) => this.#fail(error))
  }

  flush(): void {
    this.#file.flush()
  }

  /** Resolves when the file is complete and closed. */
  async close(): Promise<void> {
    await this.#pending
      .then(() => (this.#isFirst ? this.#output.cancel() : this.#output.finalize()))
      .catch((error: unknown) => this.#fail(error))
    await this.#file.close()
  }

  async #write(packet: EncodedPacket): Promise<void> {
    const isFirst = this.#isFirst
    this.#isFirst = false
    if (this.#source instanceof EncodedAudioPacketSource)
      await this.#source.add(packet, isFirst ? { decoderConfig: OPUS_CONFIG } : undefined)
    else await this.#source.add(packet, isFirst ? { decoderConfig: videoConfig(this.#format) } : undefined)
  }

  #fail(error: unknown): void {
    this.#onError(error instanceof Error ? error : new Error(String(error)))
  }
}

function createOutput(format: PartFormat, file: DiskFile): Output {
  const options = { appendOnly: true, minimumClusterDuration: CLUSTER_SECONDS }
  const sink = new WritableStream<StreamTargetChunk>({ write: ({ data }) => file.append(data) })
  return new Output({
    format: format === 'mkv' ? new MkvOutputFormat(options) : new WebMOutputFormat(options),
    target: new StreamTarget(sink),
  })
}

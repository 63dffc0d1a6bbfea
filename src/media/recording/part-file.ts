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
import { OPUS_CONFIG, videoConfig } from './decoder-config.ts'
import { DiskFile } from './disk-file.ts'
import { type PartFormat, partName } from './part-name.ts'
import type { Size } from './codecs/video-frame.ts'

/** Seconds from a cluster's start to the next; what was written before a crash can be read to its last whole frame. */
const CLUSTER_SECONDS = 1

/** What a track is before its first frame. `description` is the codec's own, `size` that of the first picture. */
export type TrackFormat = { codec: CodecName; size: Size | null; description: Buffer | null }

/** `time` is when it is to be heard or seen, on the engine's monotonic clock (milliseconds). */
export type EncodedFrame = { data: Uint8Array; isKey: boolean; time: number }

/**
 * One track in a file of its own: it waits for no other track, so that a camera that is switched off holds no sound
 * back in memory. It is written so that no byte changes later; all errors come by `onError`, once.
 */
export class PartFile {
  readonly #file: DiskFile
  readonly #output: Output
  readonly #source: EncodedVideoPacketSource | EncodedAudioPacketSource
  readonly #format: TrackFormat
  readonly #from: number
  readonly #onError: (error: Error) => void
  /** What the muxer still has to take; it takes one frame at a time. */
  #pending: Promise<void>
  #isFirst = true

  /** `from` is the time of its first frame; `wallClock` the wall clock minus the monotonic one. */
  constructor(
    folder: string,
    trackFormat: TrackFormat,
    { from, wallClock }: { from: number; wallClock: number },
    onError: (error: Error) => void,
  ) {
    this.#format = trackFormat
    this.#onError = onError
    const format: PartFormat = trackFormat.codec === 'H264' ? 'mkv' : 'webm'
    const kind = trackFormat.codec === 'opus' ? 'audio' : 'video'
    // The name holds whole milliseconds: what they leave over is in the first frame's time.
    const startedAt = Math.floor(from + wallClock)
    this.#from = startedAt - wallClock
    this.#file = new DiskFile(path.join(folder, partName({ startedAt, kind, format })), onError)
    this.#source =
      kind === 'audio'
        ? new EncodedAudioPacketSource('opus')
        : new EncodedVideoPacketSource(trackFormat.codec === 'H264' ? 'avc' : 'vp8')
    this.#output = newOutput(format, this.#file)
    if (this.#source instanceof EncodedAudioPacketSource) this.#output.addAudioTrack(this.#source)
    else this.#output.addVideoTrack(this.#source)
    this.#pending = this.#output.start()
  }

  add({ data, isKey, time }: EncodedFrame): void {
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', (time - this.#from) / 1000, 0)
    this.#pending = this.#pending.then(() => this.#write(packet)).catch((error: unknown) => this.#fail(error))
  }

  flush(): void {
    this.#file.flush()
  }

  /** Resolves when the file is whole and closed. */
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

function newOutput(format: PartFormat, file: DiskFile): Output {
  const options = { appendOnly: true, minimumClusterDuration: CLUSTER_SECONDS }
  const sink = new WritableStream<StreamTargetChunk>({ write: ({ data }) => file.append(data) })
  return new Output({
    format: format === 'mkv' ? new MkvOutputFormat(options) : new WebMOutputFormat(options),
    target: new StreamTarget(sink),
  })
}

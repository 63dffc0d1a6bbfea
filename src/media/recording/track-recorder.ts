import { hasMarker, payloadOf, ssrcOf, timestampOf } from '../rtp/rtp.ts'
import type { CodecName } from '../sdp/parse-session.ts'
import { H264Depacketizer } from './codecs/h264-depacketizer.ts'
import type { Depacketizer } from './codecs/video-frame.ts'
import { Vp8Depacketizer } from './codecs/vp8-depacketizer.ts'
import { type EncodedFrame, PartFile, type TrackFormat } from './part-file.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import { TrackClock } from './track-clock.ts'

/** How long a missing packet is waited for: its retransmission is requested within 20 ms. */
const REORDER_MS = 250

/** `wallClockOffset` is the wall clock minus the monotonic clock (milliseconds). */
type Destination = { folder: string; wallClockOffset: number }

type Listener = {
  /** Nothing can be written before a keyframe. */
  onKeyframeNeeded: () => void
  onError: (error: Error) => void
}

/** Records one track of a stream: orders its packets, joins them into frames, and assigns presentation times. */
export class TrackRecorder {
  readonly codec: CodecName
  readonly clock: TrackClock
  readonly #destination: Destination
  readonly #listener: Listener
  readonly #reorderBuffer = new ReorderBuffer(REORDER_MS, (packet, at, isAfterGap) =>
    this.#handlePacket(packet, at, isAfterGap),
  )
  /** Null for audio, whose packets are complete frames. */
  readonly #depacketizer: Depacketizer | null
  #part: PartFile | null = null
  #ssrc: number | null = null
  #needsKeyframe: boolean
  #lastKeyframeAt = -Infinity

  constructor(destination: Destination, codec: CodecName, listener: Listener) {
    this.#destination = destination
    this.codec = codec
    this.#listener = listener
    this.clock = new TrackClock(codec === 'opus' ? 48_000 : 90_000)
    this.#depacketizer = createDepacketizer(codec)
    this.#needsKeyframe = this.#depacketizer !== null
  }

  /**
   * Takes a packet as viewers get it; it must not be changed afterwards. `now` is a monotonic clock in milliseconds.
   */
  addPacket(packet: Buffer, now: number): void {
    if (ssrcOf(packet) !== this.#ssrc) this.#switchSource(packet)
    this.#reorderBuffer.put(packet, now)
  }

  /** Called about every half second. */
  tick(now: number, keyframeIntervalMs: number): void {
    this.#reorderBuffer.skipExpired(now)
    this.#part?.flush()
    const isDue = this.#needsKeyframe || now - this.#lastKeyframeAt >= keyframeIntervalMs
    if (this.#depacketizer && this.#ssrc !== null && isDue) this.#listener.onKeyframeNeeded()
  }

  /** Resolves when the file is complete. */
  async close(): Promise<void> {
    this.#reorderBuffer.flush()
    await this.#part?.close()
  }

  /** The stream restarted: its sequence numbers and timestamps are unrelated to those before. */
  #switchSource(packet: Buffer): void {
    this.#reorderBuffer.restart()
    this.clock.restart()
    this.#ssrc = ssrcOf(packet)
    this.#dropFrame()
  }

  #handlePacket(packet: Buffer, at: number, isAfterGap: boolean): void {
    const payload = payloadOf(packet)
    if (isAfterGap) this.#dropFrame()
    if (!this.#depacketizer) return this.#writeAudio(payload, timestampOf(packet), at)
    const frame = this.#depacketizer.push(payload, timestampOf(packet), hasMarker(packet))
    if (frame === 'broken') return this.#dropFrame()
    if (!frame) return
    if (frame.isKey) {
      this.#needsKeyframe = false
      this.#lastKeyframeAt = at
    }
    // A frame that depends on a lost one shows artifacts: the last good frame stays until the next keyframe.
    if (this.#needsKeyframe) return this.#listener.onKeyframeNeeded()
    const { data, isKey, size } = frame
    const description = this.#depacketizer.description
    this.#write({ codec: this.codec, size, description }, data, isKey, timestampOf(packet), at)
  }

  #writeAudio(payload: Buffer, timestamp: number, at: number): void {
    if (payload.length > 0)
      this.#write({ codec: this.codec, size: null, description: null }, payload, true, timestamp, at)
  }

  #write(format: TrackFormat, data: Buffer, isKey: boolean, timestamp: number, at: number): void {
    const frame: EncodedFrame = { data, isKey, time: this.clock.nextTime(timestamp, at) }
    const { folder, wallClockOffset } = this.#destination
    this.#part ??= new PartFile(folder, format, { from: frame.time, wallClockOffset }, this.#listener.onError)
    this.#part.add(frame)
  }

  #dropFrame(): void {
    if (!this.#depacketizer) return
    this.#depacketizer.drop()
    this.#needsKeyframe = true
    this.#listener.onKeyframeNeeded()
  }
}

function createDepacketizer(codec: CodecName): Depacketizer | null {
  switch (codec) {
    case 'opus':
      return null
    case 'VP8':
      return new Vp8Depacketizer()
    case 'H264':
      return new H264Depacketizer()
    default:
      return codec satisfies never
  }
}

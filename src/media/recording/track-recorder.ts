import { TokenBucket } from '../peer/token-bucket.ts'
import { hasMarker, payloadOf, ssrcOf, timestampOf } from '../rtp/rtp.ts'
import type { CodecName } from '../sdp/parse-session.ts'
import { H264Depacketizer } from './codecs/h264-depacketizer.ts'
import type { Depacketizer } from './codecs/video-frame.ts'
import { Vp8Depacketizer } from './codecs/vp8-depacketizer.ts'
import { type EncodedFrame, PartFile, type TrackFormat } from './part-file.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import { TrackClock } from './track-clock.ts'

/** How long to wait for a missing packet: its retransmission is requested within 20 ms. */
const REORDER_MS = 250
/**
 * Limits the recorded frames of a track per second of the engine's clock, independently of their timestamps: each frame
 * costs work when the recording is assembled. The shortest Opus packet has 2.5 ms.
 */
const MAX_FRAMES_PER_SECOND = { audio: 400, video: 120 } as const
/** Allows the burst of frames that arrives after a stall. */
const FRAME_BURST_MS = 2_500

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
  readonly #frameLimiter: TokenBucket
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
    this.#frameLimiter = new TokenBucket(
      MAX_FRAMES_PER_SECOND[this.#depacketizer ? 'video' : 'audio'],
      FRAME_BURST_MS,
    )
    this.#needsKeyframe = this.#depacketizer !== null
  }

  /**
   * Adds a packet that was rewritten for viewers; the caller must not change it afterwards. `now` is a monotonic clock
   * in milliseconds.
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
    // A frame that depends on a lost one shows artifacts: the last good frame stays until the next keyframe.
    if (this.#needsKeyframe && !frame.isKey) return this.#listener.onKeyframeNeeded()
    if (!this.#frameLimiter.tryConsume(1, at)) return this.#dropFrame()
    if (frame.isKey) {
      this.#needsKeyframe = false
      this.#lastKeyframeAt = at
    }
    const { data, isKey, size } = frame
    const description = this.#depacketizer.description
    this.#write({ codec: this.codec, size, description }, data, isKey, timestampOf(packet), at)
  }

  #writeAudio(payload: Buffer, timestamp: number, at: number): void {
    if (payload.length > 0 && this.#frameLimiter.tryConsume(1, at))
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

/** Returns null for audio, whose packets are complete frames. */
export function createDepacketizer(codec: CodecName): Depacketizer | null {
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

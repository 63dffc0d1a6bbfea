import type { CodecName } from '../sdp/parse-session.ts'
import { hasMarker, ssrcOf, timestampOf } from '../rtp/rtp.ts'
import { H264Depacketiser } from './codecs/h264-depacketizer.ts'
import { type CodedFrame, PartFile, type TrackStart } from './part-file.ts'
import { ReorderBuffer } from './reorder-buffer.ts'
import { payloadOf } from '../rtp/rtp-payload.ts'
import { TrackClock } from './track-clock.ts'
import type { Depacketiser } from './codecs/video-frame.ts'
import { Vp8Depacketiser } from './codecs/vp8-depacketizer.ts'

/** How long a lost packet is waited for: it is asked for again within 20 ms (milliseconds). */
const REORDER_MS = 250

/** `wallClock` is the wall clock minus the monotonic one (milliseconds). */
type Place = { folder: string; wallClock: number }

type Listener = {
  /** Nothing can be written before a keyframe. */
  onKeyframeNeeded: () => void
  onError: (error: Error) => void
}

/** Writes one track of a stream: puts its packets in order, its frames together, and on the line of time. */
export class TrackRecorder {
  readonly codec: CodecName
  readonly clock: TrackClock
  readonly #place: Place
  readonly #listener: Listener
  readonly #inOrder = new ReorderBuffer(REORDER_MS, (packet, at, isAfterGap) =>
    this.#takeInOrder(packet, at, isAfterGap),
  )
  /** Of a picture; each packet of sound is whole by itself. */
  readonly #frames: Depacketiser | null
  #part: PartFile | null = null
  #ssrc: number | null = null
  #needsKeyframe: boolean
  #lastKeyframeAt = -Infinity

  constructor(place: Place, codec: CodecName, listener: Listener) {
    this.#place = place
    this.codec = codec
    this.#listener = listener
    this.clock = new TrackClock(codec === 'opus' ? 48_000 : 90_000)
    this.#frames = newDepacketiser(codec)
    this.#needsKeyframe = this.#frames !== null
  }

  /** Takes a packet as viewers get it; it must not be changed afterwards. `now` is the monotonic clock (milliseconds). */
  take(packet: Buffer, now: number): void {
    if (ssrcOf(packet) !== this.#ssrc) this.#adopt(packet)
    this.#inOrder.put(packet, now)
  }

  /** Called every half second or so. */
  tick(now: number, keyframeEveryMs: number): void {
    this.#inOrder.giveUp(now)
    this.#part?.flush()
    const isDue = this.#needsKeyframe || now - this.#lastKeyframeAt >= keyframeEveryMs
    if (this.#frames && this.#ssrc !== null && isDue) this.#listener.onKeyframeNeeded()
  }

  /** Resolves when its file is whole. */
  async close(): Promise<void> {
    this.#inOrder.flush()
    await this.#part?.close()
  }

  /** The stream was gone and came back: its numbers have nothing to do with those before. */
  #adopt(packet: Buffer): void {
    this.#inOrder.restart()
    this.clock.restart()
    this.#ssrc = ssrcOf(packet)
    this.#loseFrame()
  }

  #takeInOrder(packet: Buffer, at: number, isAfterGap: boolean): void {
    const payload = payloadOf(packet)
    if (isAfterGap) this.#loseFrame()
    if (!this.#frames) return this.#writeSound(payload, timestampOf(packet), at)
    const frame = this.#frames.push(payload, timestampOf(packet), hasMarker(packet))
    if (frame === 'broken') return this.#loseFrame()
    if (!frame) return
    if (frame.isKey) {
      this.#needsKeyframe = false
      this.#lastKeyframeAt = at
    }
    // A picture that builds on a lost one shows ghosts: the last good one stands until the next keyframe.
    if (this.#needsKeyframe) return this.#listener.onKeyframeNeeded()
    const { data, isKey, size } = frame
    const description = this.#frames.description
    this.#write({ codec: this.codec, size, description }, data, isKey, timestampOf(packet), at)
  }

  #writeSound(payload: Buffer, timestamp: number, at: number): void {
    if (payload.length > 0)
      this.#write({ codec: this.codec, size: null, description: null }, payload, true, timestamp, at)
  }

  #write(track: TrackStart, data: Buffer, isKey: boolean, timestamp: number, at: number): void {
    const frame: CodedFrame = { data, isKey, time: this.clock.next(timestamp, at) }
    const { folder, wallClock } = this.#place
    this.#part ??= new PartFile(folder, track, { from: frame.time, wallClock }, this.#listener.onError)
    this.#part.add(frame)
  }

  #loseFrame(): void {
    if (!this.#frames) return
    this.#frames.drop()
    this.#needsKeyframe = true
    this.#listener.onKeyframeNeeded()
  }
}

function newDepacketiser(codec: CodecName): Depacketiser | null {
  switch (codec) {
    case 'opus':
      return null
    case 'VP8':
      return new Vp8Depacketiser()
    case 'H264':
      return new H264Depacketiser()
    default:
      return codec satisfies never
  }
}

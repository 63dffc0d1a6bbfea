import { ZERO_OFFSET, type RtpOffset } from '../rtp/rtp-offset.ts'
import { sequenceDistance, sequenceOf, timestampDistance, timestampOf } from '../rtp/rtp.ts'
import { RING_PACKETS, type ForwardedPacket, type LayerTrack, type LayerPosition } from './layer-track.ts'
import type { VideoLayer } from './layer.ts'

/**
 * A part of the viewer's track that comes from one layer, from `firstSequence` (a number of the viewer's) on. It is
 * null for the segment that a viewer began with, because the viewer may request earlier packets, and for a segment that
 * is the only one left.
 */
type Segment = { track: LayerTrack; firstSequence: number | null; offset: RtpOffset }

/** All video codecs use this RTP clock rate. */
const CLOCK_RATE = 90_000
/** Half a second. */
const MAX_CLOCK_ERROR_TICKS = CLOCK_RATE / 2
const KEYFRAME_RETRY_MS = 500
/** A viewer that switches more often within the time that the rings cover does not get every retransmission. */
const MAX_SEGMENTS = 4

/**
 * One viewer's video track, joined from segments of two layers. Sequence numbers, timestamps and picture ids continue
 * across a switch, so that the browser sees one track. A switch waits for a keyframe of the new layer while the old one
 * goes on. On the layer that a viewer began with, all fields are the layer's own. Times are milliseconds of a monotonic
 * clock.
 */
export class LayerSwitcher {
  readonly #onKeyframeNeeded: (layer: VideoLayer) => void
  /** The latest one last. Earlier ones stay while the viewer may request their packets. */
  #segments: Segment[] = []
  #current: Segment | null = null
  #target: VideoLayer | null = null
  /** The viewer's position when its video stopped. */
  #pausedAt: LayerPosition | null = null
  /** The layer whose clock the viewer's timestamps follow. */
  #referenceTrack: LayerTrack | null = null
  #segmentPackets = 0
  #keyframeRequestedAt = -Infinity

  constructor(onKeyframeNeeded: (layer: VideoLayer) => void) {
    this.#onKeyframeNeeded = onKeyframeNeeded
  }

  /** The layer that the viewer gets now; null: no video. */
  get track(): LayerTrack | null {
    return this.#current?.track ?? null
  }

  /** The offset of the current layer's packets. */
  get offset(): RtpOffset {
    return this.#current?.offset ?? ZERO_OFFSET
  }

  /** Switches to a layer at its next keyframe, or stops the video at once (null). */
  setTarget(layer: VideoLayer | null, now: number): void {
    if (this.#target === layer) return
    this.#target = layer
    if (layer === null) this.#stop()
    else if (this.track?.layer !== layer) this.#requestLayerKeyframe(layer, now)
  }

  /** Called when the viewer reports that it cannot decode. */
  requestKeyframe(now: number): void {
    const layer = this.track?.layer
    if (layer === 'high' || layer === 'low') this.#onKeyframeNeeded(layer)
    if (this.#target && this.#target !== layer) this.#requestLayerKeyframe(this.#target, now)
  }

  /**
   * Decides whether the viewer gets this packet, changed by `offset`: `switch` marks the first packet of a new segment.
   */
  decide(track: LayerTrack, forwarded: ForwardedPacket, now: number): 'drop' | 'forward' | 'switch' {
    if (track === this.#current?.track) return this.#precedesSegment(forwarded.packet) ? 'drop' : 'forward'
    if (track.layer !== this.#target) return 'drop'
    // The first packet of all need not start a keyframe: one comes soon, and some encoders' keyframes are not
    // recognized.
    if (this.#segments.length > 0 && !forwarded.startsKeyframe) {
      if (now - this.#keyframeRequestedAt > KEYFRAME_RETRY_MS) this.#requestLayerKeyframe(this.#target, now)
      return 'drop'
    }
    this.#startSegment(track, forwarded.packet, now)
    return 'switch'
  }

  /** Returns the packet with this sequence number of the viewer's while it is stored, and the offset to apply. */
  findPacket(sequence: number): { packet: Buffer; offset: RtpOffset } | null {
    const segment = this.#segments.findLast(
      ({ firstSequence }) => firstSequence === null || sequenceDistance(firstSequence, sequence) >= 0,
    )
    const packet = segment?.track.ring.find((sequence - segment.offset.sequence) & 0xffff)
    return segment && packet ? { packet, offset: segment.offset } : null
  }

  #requestLayerKeyframe(layer: VideoLayer, now: number): void {
    this.#keyframeRequestedAt = now
    this.#onKeyframeNeeded(layer)
  }

  #stop(): void {
    this.#pausedAt = this.#position()
    this.#current = null
  }

  #startSegment(track: LayerTrack, packet: Buffer, now: number): void {
    const position = this.#position()
    this.#referenceTrack ??= track
    const offset = position ? this.#offsetAfter(position, track, packet, now) : ZERO_OFFSET
    const firstSequence = position ? (sequenceOf(packet) + offset.sequence) & 0xffff : null
    this.#current = { track, offset, firstSequence }
    this.#segments = [...this.#segments.slice(1 - MAX_SEGMENTS), this.#current]
    this.#segmentPackets = 0
  }

  /** Returns whether a packet is older than the segment: its number would belong to the segment before. */
  #precedesSegment(packet: Buffer): boolean {
    if (!this.#current || this.#segments.length === 1) return false
    const { firstSequence, offset } = this.#current
    if (++this.#segmentPackets > RING_PACKETS.high) {
      // No packet from before the segment is stored any more, and the distance of sequence numbers is about to wrap.
      this.#current = { ...this.#current, firstSequence: null }
      this.#segments = [this.#current]
      return false
    }
    return (
      firstSequence !== null &&
      sequenceDistance(firstSequence, (sequenceOf(packet) + offset.sequence) & 0xffff) < 0
    )
  }

  /** The latest packet that the viewer got, in the viewer's own numbers. */
  #position(): LayerPosition | null {
    const position = this.track?.position
    if (!position) return this.#pausedAt
    const { offset } = this
    return {
      arrivedAt: position.arrivedAt,
      sequence: (position.sequence + offset.sequence) & 0xffff,
      timestamp: (position.timestamp + offset.timestamp) >>> 0,
      pictureId: position.pictureId === null ? null : (position.pictureId + offset.pictureId) & 0x7fff,
      tl0PicIdx: position.tl0PicIdx === null ? null : (position.tl0PicIdx + offset.tl0PicIdx) & 0xff,
    }
  }

  /** Returns the offset that makes the track's numbers continue after `position`. */
  #offsetAfter(position: LayerPosition, track: LayerTrack, packet: Buffer, now: number): RtpOffset {
    const { pictureId, tl0PicIdx } = track.pictureIdsOf(packet)
    return {
      sequence: (position.sequence + 1 - sequenceOf(packet)) & 0xffff,
      timestamp: this.#timestampOffset(position, track, timestampOf(packet), now),
      pictureId:
        position.pictureId === null || pictureId === null ? 0 : (position.pictureId + 1 - pictureId) & 0x7fff,
      tl0PicIdx:
        position.tl0PicIdx === null || tl0PicIdx === null ? 0 : (position.tl0PicIdx + 1 - tl0PicIdx) & 0xff,
    }
  }

  /**
   * Continues the clock of the reference layer, so that video neither jumps nor drifts from audio. Falls back to the
   * time that passed here while the publisher's sender reports on both layers are missing or implausible.
   */
  #timestampOffset(position: LayerPosition, track: LayerTrack, timestamp: number, now: number): number {
    const passed = Math.max(1, Math.round(((now - position.arrivedAt) * CLOCK_RATE) / 1000))
    const byArrival = position.timestamp + passed - timestamp
    const byClock = this.#referenceTrack === track ? 0 : (this.#referenceTrack?.ticksAheadOf(track) ?? null)
    if (byClock === null || Math.abs(timestampDistance(byArrival, byClock)) > MAX_CLOCK_ERROR_TICKS)
      return byArrival >>> 0
    const isLater = timestampDistance(position.timestamp, timestamp + byClock) > 0
    return (isLater ? byClock : position.timestamp + 1 - timestamp) >>> 0
  }
}

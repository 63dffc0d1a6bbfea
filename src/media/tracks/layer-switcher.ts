import { RING_PACKETS, type ForwardedPacket, type LayerTrack, type LayerPosition } from './layer-track.ts'
import type { VideoLayer } from './layer.ts'
import { sequenceDistance, sequenceOf, timestampDistance, timestampOf } from '../rtp/rtp.ts'
import { ZERO_OFFSET, type RtpOffset } from '../rtp/rtp-offset.ts'

/**
 * A stretch of one layer: what the viewer got of it, from `first` on, a number of its own. The stretch that a viewer
 * began with has none, since it may ask for what came before, nor has one that is all that is kept.
 */
type Segment = { track: LayerTrack; firstSequence: number | null; offset: RtpOffset }

/** Of every picture's RTP clock. */
const CLOCK_RATE = 90_000
/** Half a second. */
const MAX_CLOCK_ERROR_TICKS = CLOCK_RATE / 2
const KEYFRAME_RETRY_MS = 500
/** Who changes more often within the seconds that the rings hold cannot have all of them resent. */
const MAX_SEGMENTS = 4

/**
 * One viewer's picture, joined of stretches of two layers: its numbers run on where it changes, so that the browser
 * sees one track. A change waits for a keyframe of the new layer, and the old one goes on until it comes. Where a
 * viewer stays on the layer it began with, its numbers are the layer's own. Times are milliseconds.
 */
export class LayerSwitcher {
  readonly #onKeyframeNeeded: (layer: VideoLayer) => void
  /** The latest last; earlier ones only as long as a packet of them may be asked for again. */
  #segments: Segment[] = []
  #current: Segment | null = null
  #target: VideoLayer | null = null
  /** Where the viewer's numbers stood when it got no picture any more. */
  #pausedAt: LayerPosition | null = null
  /** The lane whose clock the viewer has. */
  #referenceTrack: LayerTrack | null = null
  #segmentPackets = 0
  #keyframeRequestedAt = -Infinity

  constructor(onKeyframeNeeded: (layer: VideoLayer) => void) {
    this.#onKeyframeNeeded = onKeyframeNeeded
  }

  /** What the viewer gets now; null: no picture. */
  get track(): LayerTrack | null {
    return this.#current?.track ?? null
  }

  /** How far the viewer's numbers lie from those of its lane. */
  get offset(): RtpOffset {
    return this.#current?.offset ?? ZERO_OFFSET
  }

  /** Changes to another picture as soon as it can; null: to none, at once. */
  setTarget(layer: VideoLayer | null, now: number): void {
    if (this.#target === layer) return
    this.#target = layer
    if (layer === null) this.#stop()
    else if (this.track?.layer !== layer) this.#requestLayerKeyframe(layer, now)
  }

  /** The viewer sees nothing, and says so. */
  requestKeyframe(now: number): void {
    const layer = this.track?.layer
    if (layer === 'high' || layer === 'low') this.#onKeyframeNeeded(layer)
    if (this.#target && this.#target !== layer) this.#requestLayerKeyframe(this.#target, now)
  }

  /** Whether the viewer gets this packet, moved by `shift`; 'joined' when it is the first of a new stretch. */
  decide(track: LayerTrack, forwarded: ForwardedPacket, now: number): 'no' | 'yes' | 'joined' {
    if (track === this.#current?.track) return this.#precedesSegment(forwarded.packet) ? 'no' : 'yes'
    if (track.layer !== this.#target) return 'no'
    // What a viewer gets first need not be a keyframe: one comes soon, and some encoders' are not recognised.
    if (this.#segments.length > 0 && !forwarded.startsKeyframe) {
      if (now - this.#keyframeRequestedAt > KEYFRAME_RETRY_MS) this.#requestLayerKeyframe(this.#target, now)
      return 'no'
    }
    this.#startSegment(track, forwarded.packet, now)
    return 'joined'
  }

  /** The packet that the viewer knows by this number, if it is still kept, and how far it has to be moved. */
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

  /** Late packets of before the stretch would get numbers of the one before it. */
  #precedesSegment(packet: Buffer): boolean {
    if (!this.#current || this.#segments.length === 1) return false
    const { firstSequence, offset } = this.#current
    if (++this.#segmentPackets > RING_PACKETS.high) {
      // Of what came before nothing is kept any more; the distance of numbers would soon be wrong, too.
      this.#current = { ...this.#current, firstSequence: null }
      this.#segments = [this.#current]
      return false
    }
    return (
      firstSequence !== null &&
      sequenceDistance(firstSequence, (sequenceOf(packet) + offset.sequence) & 0xffff) < 0
    )
  }

  /** Where the viewer stands, in its own numbers. */
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

  /** The numbers go on after `end`. */
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
   * The clock that the viewer has goes on, so that the picture neither jumps nor drifts from its sound. Where the
   * publisher's reports do not say how the lanes' clocks lie, or say nonsense, time goes on by what passed here.
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

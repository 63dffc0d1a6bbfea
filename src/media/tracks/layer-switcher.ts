import { RING_SIZE, type Forwarded, type Lane, type Position } from './layer-track.ts'
import type { Picture } from './layer.ts'
import { sequenceDistance, sequenceOf, timestampDistance, timestampOf } from '../rtp/rtp.ts'
import { NO_SHIFT, type Shift } from '../rtp/rtp-offset.ts'

/**
 * A stretch of one layer: what the viewer got of it, from `first` on, a number of its own. The stretch that a viewer
 * began with has none, since it may ask for what came before, nor has one that is all that is kept.
 */
type Stretch = { lane: Lane; first: number | null; shift: Shift }

/** Of every picture's RTP clock. */
const CLOCK_RATE = 90_000
/** Half a second. */
const LARGEST_ERROR = CLOCK_RATE / 2
const ASK_AGAIN_MS = 500
/** Who changes more often within the seconds that the rings hold cannot have all of them resent. */
const MOST_STRETCHES = 4

/**
 * One viewer's picture, joined of stretches of two layers: its numbers run on where it changes, so that the browser
 * sees one track. A change waits for a keyframe of the new layer, and the old one goes on until it comes. Where a
 * viewer stays on the layer it began with, its numbers are the layer's own. Times are milliseconds.
 */
export class PictureFeed {
  readonly #onKeyframeNeeded: (layer: Picture) => void
  /** The latest last; earlier ones only as long as a packet of them may be asked for again. */
  #stretches: Stretch[] = []
  #current: Stretch | null = null
  #wanted: Picture | null = null
  /** Where the viewer's numbers stood when it got no picture any more. */
  #end: Position | null = null
  /** The lane whose clock the viewer has. */
  #origin: Lane | null = null
  #packetsOfStretch = 0
  #askedAt = -Infinity

  constructor(onKeyframeNeeded: (layer: Picture) => void) {
    this.#onKeyframeNeeded = onKeyframeNeeded
  }

  /** What the viewer gets now; null: no picture. */
  get lane(): Lane | null {
    return this.#current?.lane ?? null
  }

  /** How far the viewer's numbers lie from those of its lane. */
  get shift(): Shift {
    return this.#current?.shift ?? NO_SHIFT
  }

  /** Changes to another picture as soon as it can; null: to none, at once. */
  want(layer: Picture | null, now: number): void {
    if (this.#wanted === layer) return
    this.#wanted = layer
    if (layer === null) this.#pause()
    else if (this.lane?.layer !== layer) this.#ask(layer, now)
  }

  /** The viewer sees nothing, and says so. */
  askKeyframe(now: number): void {
    const layer = this.lane?.layer
    if (layer === 'high' || layer === 'low') this.#onKeyframeNeeded(layer)
    if (this.#wanted && this.#wanted !== layer) this.#ask(this.#wanted, now)
  }

  /** Whether the viewer gets this packet, moved by `shift`; 'joined' when it is the first of a new stretch. */
  take(lane: Lane, forwarded: Forwarded, now: number): 'no' | 'yes' | 'joined' {
    if (lane === this.#current?.lane) return this.#isLate(forwarded.packet) ? 'no' : 'yes'
    if (lane.layer !== this.#wanted) return 'no'
    // What a viewer gets first need not be a keyframe: one comes soon, and some encoders' are not recognised.
    if (this.#stretches.length > 0 && !forwarded.startsKeyframe) {
      if (now - this.#askedAt > ASK_AGAIN_MS) this.#ask(this.#wanted, now)
      return 'no'
    }
    this.#join(lane, forwarded.packet, now)
    return 'joined'
  }

  /** The packet that the viewer knows by this number, if it is still kept, and how far it has to be moved. */
  find(sequence: number): { packet: Buffer; shift: Shift } | null {
    const stretch = this.#stretches.findLast(
      ({ first }) => first === null || sequenceDistance(first, sequence) >= 0,
    )
    const packet = stretch?.lane.ring.find((sequence - stretch.shift.sequence) & 0xffff)
    return stretch && packet ? { packet, shift: stretch.shift } : null
  }

  #ask(layer: Picture, now: number): void {
    this.#askedAt = now
    this.#onKeyframeNeeded(layer)
  }

  #pause(): void {
    this.#end = this.#position()
    this.#current = null
  }

  #join(lane: Lane, packet: Buffer, now: number): void {
    const end = this.#position()
    this.#origin ??= lane
    const shift = end ? this.#shiftTo(end, lane, packet, now) : NO_SHIFT
    const first = end ? (sequenceOf(packet) + shift.sequence) & 0xffff : null
    this.#current = { lane, shift, first }
    this.#stretches = [...this.#stretches.slice(1 - MOST_STRETCHES), this.#current]
    this.#packetsOfStretch = 0
  }

  /** Late packets of before the stretch would get numbers of the one before it. */
  #isLate(packet: Buffer): boolean {
    if (!this.#current || this.#stretches.length === 1) return false
    const { first, shift } = this.#current
    if (++this.#packetsOfStretch > RING_SIZE.high) {
      // Of what came before nothing is kept any more; the distance of numbers would soon be wrong, too.
      this.#current = { ...this.#current, first: null }
      this.#stretches = [this.#current]
      return false
    }
    return first !== null && sequenceDistance(first, (sequenceOf(packet) + shift.sequence) & 0xffff) < 0
  }

  /** Where the viewer stands, in its own numbers. */
  #position(): Position | null {
    const position = this.lane?.position
    if (!position) return this.#end
    const { shift } = this
    return {
      at: position.at,
      sequence: (position.sequence + shift.sequence) & 0xffff,
      timestamp: (position.timestamp + shift.timestamp) >>> 0,
      picture: position.picture === null ? null : (position.picture + shift.picture) & 0x7fff,
      base: position.base === null ? null : (position.base + shift.base) & 0xff,
    }
  }

  /** The numbers go on after `end`. */
  #shiftTo(end: Position, lane: Lane, packet: Buffer, now: number): Shift {
    const { picture, base } = lane.countersOf(packet)
    return {
      sequence: (end.sequence + 1 - sequenceOf(packet)) & 0xffff,
      timestamp: this.#timestampShift(end, lane, timestampOf(packet), now),
      picture: end.picture === null || picture === null ? 0 : (end.picture + 1 - picture) & 0x7fff,
      base: end.base === null || base === null ? 0 : (end.base + 1 - base) & 0xff,
    }
  }

  /**
   * The clock that the viewer has goes on, so that the picture neither jumps nor drifts from its sound. Where the
   * publisher's reports do not say how the lanes' clocks lie, or say nonsense, time goes on by what passed here.
   */
  #timestampShift(end: Position, lane: Lane, timestamp: number, now: number): number {
    const passed = Math.max(1, Math.round(((now - end.at) * CLOCK_RATE) / 1000))
    const byArrival = end.timestamp + passed - timestamp
    const byClock = this.#origin === lane ? 0 : (this.#origin?.ticksAheadOf(lane) ?? null)
    if (byClock === null || Math.abs(timestampDistance(byArrival, byClock)) > LARGEST_ERROR)
      return byArrival >>> 0
    const isLater = timestampDistance(end.timestamp, timestamp + byClock) > 0
    return (isLater ? byClock : end.timestamp + 1 - timestamp) >>> 0
  }
}

import type { Layer } from './layer.ts'
import { NO_COUNTERS, readVp8Counters, startsKeyframe, type Counters } from '../rtp/video-payload.ts'
import { Rewriter } from '../rtp/rtp-rewriter.ts'
import { PacketRing } from '../rtp/packet-ring.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { sequenceOf, timestampDistance } from '../rtp/rtp.ts'
import type { Codec } from '../sdp/parse-session.ts'

/** Packets kept for resending: some seconds of either kind. */
export const RING_SIZE = { audio: 256, high: 1024, low: 1024 } as const

/** Where a layer stands: the packet furthest ahead, when it came (milliseconds), and VP8's counters in it. */
export type Position = { sequence: number; timestamp: number; at: number } & Counters

/** A packet as viewers get it. `startsKeyframe` says that a picture can be joined here. */
export type Forwarded = { packet: Buffer; startsKeyframe: boolean }

/** One layer of a stream on its way to the viewers; it outlives its publishers. */
export class Lane {
  readonly layer: Layer
  readonly ring: PacketRing
  /** When the publisher's latest packet came; -Infinity before its first. Milliseconds. */
  arrivedAt = -Infinity
  readonly codec: Codec
  readonly #rewriter: Rewriter
  readonly #rate = new Rate()
  #counters = NO_COUNTERS
  #report: SenderReport | null = null

  constructor(layer: Layer, ssrc: number, codec: Codec) {
    this.layer = layer
    this.codec = codec
    this.ring = new PacketRing(RING_SIZE[layer])
    this.#rewriter = new Rewriter(ssrc, codec.payloadType, codec.clockRate)
  }

  countersOf(packet: Buffer): Counters {
    return this.codec.name === 'VP8' ? readVp8Counters(packet) : NO_COUNTERS
  }

  get position(): Position | null {
    const latest = this.#rewriter.latest
    return latest && { ...latest, ...this.#counters }
  }

  /** Bits a second, header included. */
  get bitrate(): number {
    return this.#rate.bitrate
  }

  /** How far this lane's timestamps lie ahead of the other one's; null until the publisher has reported on both. */
  ticksAheadOf(other: Lane): number | null {
    const [ours, theirs] = [this.#report, other.#report]
    if (!ours || !theirs) return null
    const passed = (Number(BigInt.asIntN(64, ours.ntp - theirs.ntp)) / 2 ** 32) * this.codec.clockRate
    const then = other.#rewriter.timestampOf(theirs) + Math.round(passed)
    return timestampDistance(then, this.#rewriter.timestampOf(ours))
  }

  /** The latest report of the publisher, as viewers must see it. */
  get senderReport(): Buffer | null {
    return this.#report && this.#rewriter.senderReport(this.#report)
  }

  expectNewSource(): void {
    this.#rewriter.expectNewSource()
    this.#report = null
    this.arrivedAt = -Infinity
  }

  /** The packet for viewers, kept for those who lose it; null when it is malformed. */
  forward(packet: Buffer, now: number): Forwarded | null {
    const out = this.#rewriter.rewrite(packet, now)
    if (!out) return null
    this.ring.put(out)
    this.arrivedAt = now
    this.#rate.count(out.length, now)
    if (this.layer === 'audio') return { packet: out, startsKeyframe: false }
    if (this.#rewriter.latest?.sequence === sequenceOf(out)) this.#counters = this.countersOf(out)
    return { packet: out, startsKeyframe: startsKeyframe(this.codec.name, out) }
  }

  noteSenderReport(report: SenderReport): void {
    this.#report = report
  }
}

const RATE_WINDOW_MS = 1000

/** Measured second by second. */
class Rate {
  bitrate = 0
  #bytes = 0
  #since: number | null = null

  count(bytes: number, now: number): void {
    this.#since ??= now
    this.#bytes += bytes
    const passed = now - this.#since
    if (passed < RATE_WINDOW_MS) return
    this.bitrate = (8000 * this.#bytes) / passed
    this.#bytes = 0
    this.#since = now
  }
}

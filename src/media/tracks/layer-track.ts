import { PacketRing } from '../rtp/packet-ring.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { RtpRewriter } from '../rtp/rtp-rewriter.ts'
import { findPayloadStart, sequenceOf, timestampDistance } from '../rtp/rtp.ts'
import {
  NO_PICTURE_IDS,
  readVp8PictureIds,
  startsKeyframe,
  type Vp8PictureIds,
} from '../rtp/video-payload.ts'
import type { Codec } from '../sdp/parse-session.ts'
import type { Layer } from './layer.ts'

/** Packets stored for retransmission: some seconds of either kind. */
export const RING_PACKETS = { audio: 256, high: 1024, low: 1024 } as const

/**
 * Video that was left out goes on without a keyframe after this time: some encoders send none, or none that is recognized.
 * In milliseconds.
 */
const MAX_SKIP_MS = 5000

/** The latest packet of a layer, when it arrived (milliseconds), and its VP8 picture ids. */
export type LayerPosition = { sequence: number; timestamp: number; arrivedAt: number } & Vp8PictureIds

/** A rewritten packet. `startsKeyframe` is true when a viewer can switch to the layer here. */
export type ForwardedPacket = { packet: Buffer; startsKeyframe: boolean }

/** One layer of a stream, rewritten for the viewers. It outlives its publishers. */
export class LayerTrack {
  readonly layer: Layer
  readonly ring: PacketRing
  /** When the publisher's latest packet arrived, in milliseconds; -Infinity before the first one. */
  lastPacketAt = -Infinity
  readonly codec: Codec
  readonly #rewriter: RtpRewriter
  readonly #bitrateMeter = new BitrateMeter()
  #pictureIds = NO_PICTURE_IDS
  #senderReport: SenderReport | null = null
  /** When the latest reason to skip to a keyframe arose; null while nothing is left out. */
  #skipsSince: number | null = null

  constructor(layer: Layer, ssrc: number, codec: Codec) {
    this.layer = layer
    this.codec = codec
    this.ring = new PacketRing(RING_PACKETS[layer])
    this.#rewriter = new RtpRewriter(ssrc, codec.payloadType, codec.clockRate)
  }

  /** Returns the picture ids of a rewritten packet; none for codecs other than VP8. */
  pictureIdsOf(packet: Buffer): Vp8PictureIds {
    return this.codec.name === 'VP8' ? readVp8PictureIds(packet) : NO_PICTURE_IDS
  }

  get position(): LayerPosition | null {
    const latest = this.#rewriter.latest
    return latest && { ...latest, ...this.#pictureIds }
  }

  /** Bits per second, RTP headers included. */
  get bitrate(): number {
    return this.#bitrateMeter.bitrate
  }

  /**
   * Returns how many ticks this layer's timestamps are ahead of the other's; null until the publisher has sent a sender
   * report for both.
   */
  ticksAheadOf(other: LayerTrack): number | null {
    const [ours, theirs] = [this.#senderReport, other.#senderReport]
    if (!ours || !theirs) return null
    const elapsedTicks = (Number(BigInt.asIntN(64, ours.ntp - theirs.ntp)) / 2 ** 32) * this.codec.clockRate
    const expected = other.#rewriter.mapTimestamp(theirs) + Math.round(elapsedTicks)
    return timestampDistance(expected, this.#rewriter.mapTimestamp(ours))
  }

  /** The publisher's latest sender report, rewritten for viewers. */
  get senderReport(): Buffer | null {
    return this.#senderReport && this.#rewriter.rewriteSenderReport(this.#senderReport)
  }

  /** Called when another publisher takes over, even one with the same SSRC. */
  expectNewSource(): void {
    this.#rewriter.expectNewSource()
    this.#senderReport = null
    this.lastPacketAt = -Infinity
  }

  /** Leaves out what the publisher sends before the next keyframe, as if it were a pause of its video. */
  skipToKeyframe(now: number): void {
    if (this.#skipsSince === null) this.#rewriter.expectNewSource()
    this.#skipsSince = now
  }

  /** Returns whether the publisher's next packet is left out. */
  skips(packet: Buffer, now: number): boolean {
    if (this.#skipsSince === null) return false
    this.lastPacketAt = now
    const payloadStart = findPayloadStart(packet)
    const isKeyframe = payloadStart >= 0 && startsKeyframe(this.codec.name, packet, payloadStart)
    if (!isKeyframe && now - this.#skipsSince < MAX_SKIP_MS) return true
    this.#skipsSince = null
    return false
  }

  /** Rewrites a publisher's packet and stores it for retransmission. Returns null when it is malformed. */
  rewrite(packet: Buffer, now: number): ForwardedPacket | null {
    const rewritten = this.#rewriter.rewrite(packet, now)
    if (!rewritten) return null
    this.ring.put(rewritten)
    this.lastPacketAt = now
    this.#bitrateMeter.addBytes(rewritten.length, now)
    if (this.layer === 'audio') return { packet: rewritten, startsKeyframe: false }
    if (this.#rewriter.latest?.sequence === sequenceOf(rewritten))
      this.#pictureIds = this.pictureIdsOf(rewritten)
    return { packet: rewritten, startsKeyframe: startsKeyframe(this.codec.name, rewritten) }
  }

  setSenderReport(report: SenderReport): void {
    this.#senderReport = report
  }
}

const BITRATE_WINDOW_MS = 1000

/** Measures a bitrate over windows of one second. */
class BitrateMeter {
  bitrate = 0
  #bytes = 0
  #windowStart: number | null = null

  addBytes(bytes: number, now: number): void {
    this.#windowStart ??= now
    this.#bytes += bytes
    const elapsedMs = now - this.#windowStart
    if (elapsedMs < BITRATE_WINDOW_MS) return
    this.bitrate = (8000 * this.#bytes) / elapsedMs
    this.#bytes = 0
    this.#windowStart = now
  }
}

import { writeSenderReport, type SenderReport } from './rtcp.ts'
import {
  hasMarker,
  hasPadding,
  findPayloadStart,
  RTP_HEADER_BYTES,
  sequenceDistance,
  sequenceOf,
  ssrcOf,
  timestampOf,
} from './rtp.ts'

type RtpPosition = { sequence: number; timestamp: number; arrivedAt: number }

/**
 * Gives a track one identity towards its viewers, whoever publishes it: constant SSRC and payload type, and sequence
 * numbers and timestamps that continue when the publisher comes back as a new source. A packet is rewritten once for
 * all viewers. Header extensions and contributing sources are removed.
 */
export class RtpRewriter {
  readonly #ssrc: number
  readonly #payloadType: number
  readonly #clockRate: number
  #sourceSsrc: number | null = null
  #sequenceOffset = 0
  #timestampOffset = 0
  #latest: RtpPosition | null = null
  #packets = 0
  #octets = 0

  constructor(ssrc: number, payloadType: number, clockRate: number) {
    this.#ssrc = ssrc
    this.#payloadType = payloadType
    this.#clockRate = clockRate
  }

  /** The rewritten packet with the highest sequence number so far, and when it arrived (milliseconds). */
  get latest(): Readonly<RtpPosition> | null {
    return this.#latest
  }

  /** Marks the next packet as one of another publisher, even if it uses the same SSRC. */
  expectNewSource(): void {
    this.#sourceSsrc = null
  }

  /**
   * Returns a rewritten copy of the packet, or null when it is malformed. `now` is a monotonic clock in milliseconds.
   */
  rewrite(packet: Buffer, now: number): Buffer | null {
    const payloadStart = findPayloadStart(packet)
    if (payloadStart < 0) return null
    if (ssrcOf(packet) !== this.#sourceSsrc) this.#switchSource(packet, now)
    const sequence = (sequenceOf(packet) + this.#sequenceOffset) & 0xffff
    const timestamp = (timestampOf(packet) + this.#timestampOffset) >>> 0

    const out = Buffer.allocUnsafe(RTP_HEADER_BYTES + packet.length - payloadStart)
    out.writeUInt8(0x80 | (hasPadding(packet) ? 0x20 : 0), 0)
    out.writeUInt8((hasMarker(packet) ? 0x80 : 0) | this.#payloadType, 1)
    out.writeUInt16BE(sequence, 2)
    out.writeUInt32BE(timestamp, 4)
    out.writeUInt32BE(this.#ssrc, 8)
    packet.copy(out, RTP_HEADER_BYTES, payloadStart)

    this.#packets++
    this.#octets += packet.length - payloadStart
    if (!this.#latest || sequenceDistance(this.#latest.sequence, sequence) > 0)
      this.#latest = { sequence, timestamp, arrivedAt: now }
    return out
  }

  /** Returns the rewritten RTP timestamp of a publisher's sender report. */
  mapTimestamp(report: SenderReport): number {
    return (report.timestamp + this.#timestampOffset) >>> 0
  }

  /**
   * Returns a publisher's sender report with rewritten fields, so that viewers can synchronize audio and video. Returns
   * null when it is about another source.
   */
  rewriteSenderReport(report: SenderReport): Buffer | null {
    if (report.ssrc !== this.#sourceSsrc) return null
    return writeSenderReport({
      ssrc: this.#ssrc,
      ntp: report.ntp,
      timestamp: this.mapTimestamp(report),
      packets: this.#packets >>> 0,
      octets: this.#octets >>> 0,
    })
  }

  #switchSource(packet: Buffer, now: number): void {
    this.#sourceSsrc = ssrcOf(packet)
    if (!this.#latest) return
    // The timestamp advances by the time without a publisher, by one tick at least.
    const ticks = Math.max(1, Math.round(((now - this.#latest.arrivedAt) * this.#clockRate) / 1000))
    this.#sequenceOffset = (this.#latest.sequence + 1 - sequenceOf(packet)) & 0xffff
    this.#timestampOffset = (this.#latest.timestamp + ticks - timestampOf(packet)) >>> 0
  }
}

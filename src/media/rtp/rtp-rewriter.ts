import {
  hasMarker,
  hasPadding,
  payloadStart,
  RTP_HEADER,
  sequenceDistance,
  sequenceOf,
  ssrcOf,
  timestampOf,
} from './rtp.ts'
import { writeSenderReport, type SenderReport } from './rtcp.ts'

type Position = { sequence: number; timestamp: number; at: number }

/**
 * Gives a track one face towards its viewers, whoever publishes it: constant SSRC and payload type, and
 * sequence numbers and timestamps that run on when the publisher comes back as a new source. A packet is
 * rewritten once for all viewers; header extensions and contributing sources are left out.
 */
export class Rewriter {
  readonly #ssrc: number
  readonly #payloadType: number
  readonly #clockRate: number
  #source: number | null = null
  #sequenceOffset = 0
  #timestampOffset = 0
  #latest: Position | null = null
  #packets = 0
  #octets = 0

  constructor(ssrc: number, payloadType: number, clockRate: number) {
    this.#ssrc = ssrc
    this.#payloadType = payloadType
    this.#clockRate = clockRate
  }

  /** The packet furthest ahead that viewers were sent, and when (milliseconds). */
  get latest(): Readonly<Position> | null {
    return this.#latest
  }

  /** The next packet comes from another publisher, even if it happens to use the same SSRC. */
  expectNewSource(): void {
    this.#source = null
  }

  /** The packet for viewers, or null when it is malformed. `now` is a monotonic clock in milliseconds. */
  rewrite(packet: Buffer, now: number): Buffer | null {
    const start = payloadStart(packet)
    if (start < 0) return null
    if (ssrcOf(packet) !== this.#source) this.#adopt(packet, now)
    const sequence = (sequenceOf(packet) + this.#sequenceOffset) & 0xffff
    const timestamp = (timestampOf(packet) + this.#timestampOffset) >>> 0

    const out = Buffer.allocUnsafe(RTP_HEADER + packet.length - start)
    out.writeUInt8(0x80 | (hasPadding(packet) ? 0x20 : 0), 0)
    out.writeUInt8((hasMarker(packet) ? 0x80 : 0) | this.#payloadType, 1)
    out.writeUInt16BE(sequence, 2)
    out.writeUInt32BE(timestamp, 4)
    out.writeUInt32BE(this.#ssrc, 8)
    packet.copy(out, RTP_HEADER, start)

    this.#packets++
    this.#octets += packet.length - start
    if (!this.#latest || sequenceDistance(this.#latest.sequence, sequence) > 0)
      this.#latest = { sequence, timestamp, at: now }
    return out
  }

  /** The moment of a publisher's report on the track's clock, as viewers know it. */
  timestampOf(report: SenderReport): number {
    return (report.timestamp + this.#timestampOffset) >>> 0
  }

  /** A publisher's sender report as viewers must see it, so that sound and picture stay together. */
  senderReport(report: SenderReport): Buffer | null {
    if (report.ssrc !== this.#source) return null
    return writeSenderReport({
      ssrc: this.#ssrc,
      ntp: report.ntp,
      timestamp: this.timestampOf(report),
      packets: this.#packets >>> 0,
      octets: this.#octets >>> 0,
    })
  }

  #adopt(packet: Buffer, now: number): void {
    this.#source = ssrcOf(packet)
    if (!this.#latest) return
    // Time went on while nobody published: the timestamp moves by as much, by one tick at least.
    const ticks = Math.max(1, Math.round(((now - this.#latest.at) * this.#clockRate) / 1000))
    this.#sequenceOffset = (this.#latest.sequence + 1 - sequenceOf(packet)) & 0xffff
    this.#timestampOffset = (this.#latest.timestamp + ticks - timestampOf(packet)) >>> 0
  }
}

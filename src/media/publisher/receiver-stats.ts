import type { ReportBlock, SenderReport } from '../rtp/rtcp.ts'
import { sequenceDistance, sequenceOf, ssrcOf, timestampOf } from '../rtp/rtp.ts'

/** Reception statistics of one source for its receiver reports (RFC 3550 section 6.4 and appendix A). */
export class ReceiverStats {
  readonly ssrc: number
  readonly #clockRate: number
  /** Whether each of the latest packets arrived, by sequence number modulo the window: 1 or 0. */
  readonly #wasReceived: Uint8Array
  readonly #firstSequence: number
  /** Extended: keeps growing where the 16-bit sequence number wraps. */
  #highestSequence: number
  #packetsReceived = 0
  #packetsLost = 0
  #expectedAtLastReport = 0
  #receivedAtLastReport = 0
  #transit: number | null = null
  #jitter = 0
  #lastSenderReport: { middleNtp: number; receivedAt: number } | null = null

  /**
   * `first` is the source's first packet; `addPacket` still has to count it. A packet is lost when it is missing after
   * `window` later ones.
   */
  constructor(first: Buffer, clockRate: number, window = 512) {
    this.ssrc = ssrcOf(first)
    this.#clockRate = clockRate
    this.#firstSequence = sequenceOf(first)
    this.#highestSequence = this.#firstSequence
    // Packets before the first one do not count as missing.
    this.#wasReceived = new Uint8Array(window).fill(1)
  }

  /** Packets that never arrived, not even by retransmission. */
  get packetsLost(): number {
    return this.#packetsLost
  }

  /** Counts a packet. `now` is a monotonic clock in milliseconds. */
  addPacket(packet: Buffer, now: number): void {
    this.#packetsReceived++
    const distance = sequenceDistance(this.#highestSequence & 0xffff, sequenceOf(packet))
    if (distance > 0) this.#advance(distance)
    if (distance > -this.#wasReceived.length)
      this.#wasReceived[sequenceOf(packet) % this.#wasReceived.length] = 1
    const transit = (now * this.#clockRate) / 1000 - timestampOf(packet)
    if (this.#transit !== null) this.#updateJitter(Math.abs(transit - this.#transit))
    this.#transit = transit
  }

  setSenderReport(report: SenderReport, now: number): void {
    this.#lastSenderReport = { middleNtp: Number((report.ntp >> 16n) & 0xffffffffn), receivedAt: now }
  }

  /** Returns the block for the next receiver report. Its fraction lost covers the time since the previous block. */
  createReportBlock(now: number): ReportBlock {
    const expected = this.#highestSequence - this.#firstSequence + 1
    const expectedSinceReport = expected - this.#expectedAtLastReport
    const lostSinceReport = expectedSinceReport - (this.#packetsReceived - this.#receivedAtLastReport)
    this.#expectedAtLastReport = expected
    this.#receivedAtLastReport = this.#packetsReceived
    return {
      ssrc: this.ssrc,
      fractionLost:
        lostSinceReport > 0 ? Math.min(255, Math.floor((lostSinceReport * 256) / expectedSinceReport)) : 0,
      cumulativeLost: expected - this.#packetsReceived,
      highestSequence: this.#highestSequence % 2 ** 32,
      jitter: this.#jitter,
      lastSenderReport: this.#lastSenderReport?.middleNtp ?? 0,
      delaySinceSenderReport: this.#lastSenderReport
        ? Math.round((now - this.#lastSenderReport.receivedAt) * 65.536)
        : 0,
    }
  }

  #advance(distance: number): void {
    const size = this.#wasReceived.length
    // A larger step is a pause or a restart of the sender, not a loss.
    if (distance > size) this.#wasReceived.fill(1)
    else
      for (let step = 1; step <= distance; step++) {
        const slot = (this.#highestSequence + step) % size
        if (this.#wasReceived[slot] === 0) this.#packetsLost++
        this.#wasReceived[slot] = 0
      }
    this.#highestSequence += distance
  }

  /** A timestamp that wrapped or jumped by seconds says nothing about jitter. */
  #updateJitter(change: number): void {
    if (change < 5 * this.#clockRate) this.#jitter += (change - this.#jitter) / 16
  }
}

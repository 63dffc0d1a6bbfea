import type { ReportBlock, SenderReport } from '../rtp/rtcp.ts'
import { sequenceDistance, sequenceOf, ssrcOf, timestampOf } from '../rtp/rtp.ts'

/** What a receiver of one source must count for its reports (RFC 3550 section 6.4 and appendix A). */
export class ReceiverStats {
  readonly ssrc: number
  readonly #clockRate: number
  /** Which of the latest packets came, by their number in the window: 1 or 0. */
  readonly #wasReceived: Uint8Array
  readonly #firstSequence: number
  /** Extended by the number of wraps: it keeps growing beyond 16 bits. */
  #highestSequence: number
  #packetsReceived = 0
  #packetsLost = 0
  #expectedAtLastReport = 0
  #receivedAtLastReport = 0
  #transit: number | null = null
  #jitter = 0
  #lastSenderReport: { middleNtp: number; at: number } | null = null

  /**
   * `first` is the source's first packet; it still has to be counted. `window`: so many packets later one is lost for
   * good.
   */
  constructor(first: Buffer, clockRate: number, window = 512) {
    this.ssrc = ssrcOf(first)
    this.#clockRate = clockRate
    this.#firstSequence = sequenceOf(first)
    this.#highestSequence = this.#firstSequence
    // What was before the first packet is not missing.
    this.#wasReceived = new Uint8Array(window).fill(1)
  }

  /** Packets that never came, also not when they were asked for again. */
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
    this.#lastSenderReport = { middleNtp: Number((report.ntp >> 16n) & 0xffffffffn), at: now }
  }

  /** The block for the next receiver report; the fraction lost counts from the block before. */
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
        ? Math.round((now - this.#lastSenderReport.at) * 65.536)
        : 0,
    }
  }

  #advance(distance: number): void {
    const size = this.#wasReceived.length
    // A larger step is a pause or a new beginning of the sender, not a loss.
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

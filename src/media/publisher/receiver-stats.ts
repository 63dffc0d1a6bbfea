import type { ReportBlock, SenderReport } from '../rtp/rtcp.ts'
import { sequenceDistance, sequenceOf, ssrcOf, timestampOf } from '../rtp/rtp.ts'

/** What a receiver of one source must count for its reports (RFC 3550 section 6.4 and appendix A). */
export class ReceiverStats {
  readonly ssrc: number
  readonly #clockRate: number
  /** Which of the latest packets came, by their number in the window: 1 or 0. */
  readonly #came: Uint8Array
  readonly #base: number
  /** Extended by the number of wraps: it keeps growing beyond 16 bits. */
  #highest: number
  #received = 0
  #lost = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #transit: number | null = null
  #jitter = 0
  #lastReport: { middle: number; at: number } | null = null

  /**
   * `first` is the source's first packet; it still has to be counted. `window`: so many packets later one is lost for
   * good.
   */
  constructor(first: Buffer, clockRate: number, window = 512) {
    this.ssrc = ssrcOf(first)
    this.#clockRate = clockRate
    this.#base = sequenceOf(first)
    this.#highest = this.#base
    // What was before the first packet is not missing.
    this.#came = new Uint8Array(window).fill(1)
  }

  /** Packets that never came, also not when they were asked for again. */
  get lost(): number {
    return this.#lost
  }

  /** Counts a packet. `now` is a monotonic clock in milliseconds. */
  count(packet: Buffer, now: number): void {
    this.#received++
    const ahead = sequenceDistance(this.#highest & 0xffff, sequenceOf(packet))
    if (ahead > 0) this.#advance(ahead)
    if (ahead > -this.#came.length) this.#came[sequenceOf(packet) % this.#came.length] = 1
    const transit = (now * this.#clockRate) / 1000 - timestampOf(packet)
    if (this.#transit !== null) this.#smooth(Math.abs(transit - this.#transit))
    this.#transit = transit
  }

  noteSenderReport(report: SenderReport, now: number): void {
    this.#lastReport = { middle: Number((report.ntp >> 16n) & 0xffffffffn), at: now }
  }

  /** The block for the next receiver report; the fraction lost counts from the block before. */
  takeReport(now: number): ReportBlock {
    const expected = this.#highest - this.#base + 1
    const expectedSince = expected - this.#expectedBefore
    const lostSince = expectedSince - (this.#received - this.#receivedBefore)
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    return {
      ssrc: this.ssrc,
      fractionLost: lostSince > 0 ? Math.min(255, Math.floor((lostSince * 256) / expectedSince)) : 0,
      lost: expected - this.#received,
      highestSequence: this.#highest % 2 ** 32,
      jitter: this.#jitter,
      lastReport: this.#lastReport?.middle ?? 0,
      delay: this.#lastReport ? Math.round((now - this.#lastReport.at) * 65.536) : 0,
    }
  }

  #advance(ahead: number): void {
    const size = this.#came.length
    // A larger step is a pause or a new beginning of the sender, not a loss.
    if (ahead > size) this.#came.fill(1)
    else
      for (let step = 1; step <= ahead; step++) {
        const slot = (this.#highest + step) % size
        if (this.#came[slot] === 0) this.#lost++
        this.#came[slot] = 0
      }
    this.#highest += ahead
  }

  /** A timestamp that wrapped or jumped by seconds says nothing about jitter. */
  #smooth(change: number): void {
    if (change < 5 * this.#clockRate) this.#jitter += (change - this.#jitter) / 16
  }
}

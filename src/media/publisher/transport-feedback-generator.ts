import { sequenceDistance } from '../rtp/rtp.ts'
import { writeTransportReport } from '../rtp/transport-feedback.ts'

/** So long an arrival is kept, for packets that come late and are reported together with their neighbours. */
const KEPT_MS = 1000
/** A larger step is no loss: the sender has begun anew. */
const LARGEST_STEP = 1000
/** Packets that one report covers, so that it stays below 1,200 bytes. */
const MOST_IN_REPORT = 400
/** What a report can say between two packets, with room to spare. */
const LONGEST_PAUSE_MS = 8000

/**
 * When each packet of one connection came, for the sender's own estimate of its line
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01): all of its tracks share one count of packets.
 */
export class TransportFeedback {
  /** By a number that goes on growing beyond 16 bits; milliseconds of a monotonic clock. */
  readonly #arrivals = new Map<number, number>()
  #highest = -1
  /** The first number that the next report covers. */
  #next = 0
  #reports = 0

  /** A packet with this number came. */
  note(sequence: number, now: number): void {
    const ahead = sequenceDistance(this.#highest & 0xffff, sequence)
    if (this.#highest < 0 || Math.abs(ahead) > LARGEST_STEP) return this.#begin(sequence, now)
    const number = this.#highest + ahead
    if (this.#arrivals.has(number)) return
    this.#arrivals.set(number, now)
    if (ahead > 0) this.#highest = number
    else this.#next = Math.min(this.#next, number)
  }

  /** What came and what did not since the last reports, as control packets; none when nothing came. */
  takeReports(sender: number, media: number, now: number): Buffer[] {
    const reports: Buffer[] = []
    while (this.#next <= this.#highest) {
      const arrivals = this.#cover()
      const count = this.#reports++ & 0xff
      reports.push(writeTransportReport(sender, media, { first: this.#next, count, now, arrivals }))
      this.#next += arrivals.length
    }
    for (const [number, at] of this.#arrivals) if (now - at > KEPT_MS) this.#arrivals.delete(number)
    return reports
  }

  /** A round more, so that numbers which are late at the beginning do not fall below zero. */
  #begin(sequence: number, now: number): void {
    this.#arrivals.clear()
    this.#highest = this.#next = 0x10000 + sequence
    this.#arrivals.set(this.#highest, now)
  }

  #cover(): (number | null)[] {
    const covered: (number | null)[] = []
    let latest: number | null = null
    const end = Math.min(this.#highest, this.#next + MOST_IN_REPORT - 1)
    for (let number = this.#next; number <= end; number++) {
      const at = this.#arrivals.get(number) ?? null
      if (at !== null && latest !== null && Math.abs(at - latest) > LONGEST_PAUSE_MS) break
      covered.push(at)
      latest = at ?? latest
    }
    return covered
  }
}

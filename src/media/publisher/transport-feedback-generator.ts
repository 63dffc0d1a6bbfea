import { sequenceDistance } from '../rtp/rtp.ts'
import { writeTransportFeedback } from '../rtp/transport-feedback.ts'

/** So long an arrival is kept, for packets that come late and are reported together with their neighbours. */
const ARRIVAL_HISTORY_MS = 1000
/** A larger step is no loss: the sender has begun anew. */
const MAX_SEQUENCE_STEP = 1000
/** Packets that one report covers, so that it stays below 1,200 bytes. */
const MAX_PACKETS_PER_FEEDBACK = 400
/** What a report can say between two packets, with room to spare. */
const MAX_ARRIVAL_GAP_MS = 8000

/**
 * When each packet of one connection came, for the sender's own estimate of its line
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01): all of its tracks share one count of packets.
 */
export class TransportFeedbackGenerator {
  /** By a number that goes on growing beyond 16 bits; milliseconds of a monotonic clock. */
  readonly #arrivals = new Map<number, number>()
  #highestSequence = -1
  /** The first number that the next report covers. */
  #nextSequence = 0
  #feedbackCount = 0

  /** A packet with this number came. */
  addArrival(sequence: number, now: number): void {
    const distance = sequenceDistance(this.#highestSequence & 0xffff, sequence)
    if (this.#highestSequence < 0 || Math.abs(distance) > MAX_SEQUENCE_STEP) return this.#reset(sequence, now)
    const extendedSequence = this.#highestSequence + distance
    if (this.#arrivals.has(extendedSequence)) return
    this.#arrivals.set(extendedSequence, now)
    if (distance > 0) this.#highestSequence = extendedSequence
    else this.#nextSequence = Math.min(this.#nextSequence, extendedSequence)
  }

  /** What came and what did not since the last reports, as control packets; none when nothing came. */
  createFeedback(senderSsrc: number, mediaSsrc: number, now: number): Buffer[] {
    const feedback: Buffer[] = []
    while (this.#nextSequence <= this.#highestSequence) {
      const arrivals = this.#collectArrivals()
      const feedbackCount = this.#feedbackCount++ & 0xff
      feedback.push(
        writeTransportFeedback(senderSsrc, mediaSsrc, {
          baseSequence: this.#nextSequence,
          feedbackCount,
          now,
          arrivals,
        }),
      )
      this.#nextSequence += arrivals.length
    }
    for (const [extendedSequence, at] of this.#arrivals)
      if (now - at > ARRIVAL_HISTORY_MS) this.#arrivals.delete(extendedSequence)
    return feedback
  }

  /** A round more, so that numbers which are late at the beginning do not fall below zero. */
  #reset(sequence: number, now: number): void {
    this.#arrivals.clear()
    this.#highestSequence = this.#nextSequence = 0x10000 + sequence
    this.#arrivals.set(this.#highestSequence, now)
  }

  #collectArrivals(): (number | null)[] {
    const collected: (number | null)[] = []
    let latest: number | null = null
    const end = Math.min(this.#highestSequence, this.#nextSequence + MAX_PACKETS_PER_FEEDBACK - 1)
    for (let extendedSequence = this.#nextSequence; extendedSequence <= end; extendedSequence++) {
      const at = this.#arrivals.get(extendedSequence) ?? null
      if (at !== null && latest !== null && Math.abs(at - latest) > MAX_ARRIVAL_GAP_MS) break
      collected.push(at)
      latest = at ?? latest
    }
    return collected
  }
}

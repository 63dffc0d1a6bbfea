import { sequenceDistance } from '../rtp/rtp.ts'
import { writeTransportFeedback } from '../rtp/transport-feedback.ts'

/** How long an arrival is remembered, so that a late packet is reported together with its neighbours. */
const ARRIVAL_HISTORY_MS = 1000
/** A larger step is a restart of the sender, not a loss. */
const MAX_SEQUENCE_STEP = 1000
/** Keeps one feedback packet below 1,200 bytes. */
const MAX_PACKETS_PER_FEEDBACK = 400
/**
 * When more packets arrived since the previous feedback, only the latest are reported; a publisher may send a third of
 * it.
 */
const MAX_REPORTED_PACKETS = 1200
/** More than a publisher may send in the time that is remembered. */
const MAX_ARRIVALS = 4000
/** The feedback format ends at 8,191 ms between two arrivals. */
const MAX_ARRIVAL_GAP_MS = 8000

/**
 * Records when each packet of one connection arrived, for the sender's bandwidth estimation
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01). All tracks of the connection share one sequence.
 */
export class TransportFeedbackGenerator {
  /** Milliseconds of a monotonic clock by extended sequence number, which grows beyond 16 bits. */
  readonly #arrivals = new Map<number, number>()
  #highestSequence = -1
  /** The first sequence number that the next feedback covers. */
  #nextSequence = 0
  #feedbackCount = 0

  /** Records the arrival of the packet with this transport-wide sequence number. */
  addArrival(sequence: number, now: number): void {
    const distance = sequenceDistance(this.#highestSequence & 0xffff, sequence)
    if (this.#highestSequence < 0 || Math.abs(distance) > MAX_SEQUENCE_STEP) return this.#reset(sequence, now)
    const extendedSequence = this.#highestSequence + distance
    if (this.#arrivals.has(extendedSequence)) return
    this.#arrivals.set(extendedSequence, now)
    if (this.#arrivals.size > MAX_ARRIVALS) this.#forgetOldest()
    if (distance > 0) this.#highestSequence = extendedSequence
    else this.#nextSequence = Math.min(this.#nextSequence, extendedSequence)
  }

  /** Returns the feedback packets for the arrivals since the previous call; none when nothing arrived. */
  createFeedback(senderSsrc: number, mediaSsrc: number, now: number): Buffer[] {
    const feedback: Buffer[] = []
    this.#nextSequence = Math.max(this.#nextSequence, this.#highestSequence + 1 - MAX_REPORTED_PACKETS)
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

  /** Starts one cycle up, so that a late packet does not get a negative extended number. */
  #reset(sequence: number, now: number): void {
    this.#arrivals.clear()
    this.#highestSequence = this.#nextSequence = 0x10000 + sequence
    this.#arrivals.set(this.#highestSequence, now)
  }

  #forgetOldest(): void {
    const [oldest] = this.#arrivals.keys()
    if (oldest !== undefined) this.#arrivals.delete(oldest)
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

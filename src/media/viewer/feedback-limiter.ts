import { Allowance } from '../peer/token-bucket.ts'

/** A browser on a bad line says a quarter of this. */
const MOST_BITS = 400_000
const BURST_MS = 5_000
const SECOND_MS = 1000

/**
 * How much of what one viewer says is heeded: reading it costs far more than writing it, and a packet can name
 * thousands of numbers. Times are milliseconds.
 */
export class FeedbackLimit {
  readonly #allowance = new Allowance(MOST_BITS, BURST_MS)
  readonly #mostAsked: number
  #asked = 0
  #since = -Infinity

  /** `mostAsked`: lost packets that are sent again in a second, at most. */
  constructor(mostAsked: number) {
    this.#mostAsked = mostAsked
  }

  /** Whether a control packet of so many bytes is read at all. */
  admits(bytes: number, now: number): boolean {
    return this.#allowance.take(bytes, now)
  }

  /** Of the packets that it asks for, those that are looked for; who asks for what never was has asked all the same. */
  heeded(sequences: number[], now: number): number[] {
    if (now - this.#since > SECOND_MS) {
      this.#since = now
      this.#asked = 0
    }
    const heeded = sequences.slice(0, this.#mostAsked - this.#asked)
    this.#asked += heeded.length
    return heeded
  }
}

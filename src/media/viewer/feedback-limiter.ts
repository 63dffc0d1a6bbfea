import { TokenBucket } from '../peer/token-bucket.ts'

/** A browser on a bad line says a quarter of this. */
const MAX_FEEDBACK_BITRATE = 400_000
const BURST_MS = 5_000
const SECOND_MS = 1000

/**
 * How much of what one viewer says is heeded: reading it costs far more than writing it, and a packet can name
 * thousands of numbers. Times are milliseconds.
 */
export class FeedbackLimiter {
  readonly #bucket = new TokenBucket(MAX_FEEDBACK_BITRATE, BURST_MS)
  readonly #maxPacketsPerSecond: number
  #requested = 0
  #windowStart = -Infinity

  /** `mostAsked`: lost packets that are sent again in a second, at most. */
  constructor(maxPacketsPerSecond: number) {
    this.#maxPacketsPerSecond = maxPacketsPerSecond
  }

  /** Whether a control packet of so many bytes is read at all. */
  allowsPacket(bytes: number, now: number): boolean {
    return this.#bucket.tryConsume(bytes, now)
  }

  /** Of the packets that it asks for, those that are looked for; who asks for what never was has asked all the same. */
  limitNack(sequences: number[], now: number): number[] {
    if (now - this.#windowStart > SECOND_MS) {
      this.#windowStart = now
      this.#requested = 0
    }
    const accepted = sequences.slice(0, this.#maxPacketsPerSecond - this.#requested)
    this.#requested += accepted.length
    return accepted
  }
}

import { TokenBucket } from '../peer/token-bucket.ts'

/** A browser on a bad connection sends a quarter of this. */
const MAX_FEEDBACK_BITRATE = 400_000
const BURST_MS = 5_000
/** Charged for each packet, so that thousands of tiny packets are not free. */
const PACKET_OVERHEAD_BYTES = 64
const SECOND_MS = 1000

/**
 * Limits how much feedback of one viewer is processed: it costs far more to read than to write, and one packet can
 * request thousands of retransmissions. Times are milliseconds of a monotonic clock.
 */
export class FeedbackLimiter {
  readonly #bucket = new TokenBucket(MAX_FEEDBACK_BITRATE / 8, BURST_MS)
  readonly #maxRequestsPerSecond: number
  #requested = 0
  #windowStart = -Infinity

  /** `maxRequestsPerSecond`: how many packets a viewer may request by NACK. */
  constructor(maxRequestsPerSecond: number) {
    this.#maxRequestsPerSecond = maxRequestsPerSecond
  }

  /** Returns whether an RTCP packet of this size is processed at all. */
  allowsPacket(bytes: number, now: number): boolean {
    return this.#bucket.tryConsume(bytes + PACKET_OVERHEAD_BYTES, now)
  }

  /** Returns the requested packets that are within the limit. Packets that were never sent count as well. */
  limitNack(sequences: number[], now: number): number[] {
    if (now - this.#windowStart > SECOND_MS) {
      this.#windowStart = now
      this.#requested = 0
    }
    const accepted = sequences.slice(0, this.#maxRequestsPerSecond - this.#requested)
    this.#requested += accepted.length
    return accepted
  }
}

/** Charged for each packet, so that thousands of tiny packets are not free. */
const PACKET_OVERHEAD_BYTES = 64

/**
 * Limits a rate of bytes (token bucket): an average in bits per second, and bursts of `burstMs`. Times are milliseconds
 * of a monotonic clock.
 */
export class TokenBucket {
  readonly #bytesPerMs: number
  readonly #capacity: number
  #tokens: number
  #refilledAt = 0

  constructor(bitsPerSecond: number, burstMs: number) {
    this.#bytesPerMs = bitsPerSecond / 8000
    this.#capacity = this.#bytesPerMs * burstMs
    this.#tokens = this.#capacity
  }

  /** Charges a packet of this size. Returns false when it exceeds the limit. */
  tryConsume(bytes: number, now: number): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#refilledAt) * this.#bytesPerMs)
    this.#refilledAt = now
    this.#tokens -= bytes + PACKET_OVERHEAD_BYTES
    return this.#tokens >= 0
  }
}

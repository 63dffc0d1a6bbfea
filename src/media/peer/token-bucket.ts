/** A packet costs more than its bytes: tiny ones by the thousand must not be free. */
const PACKET_OVERHEAD_BYTES = 64

/** How much may come in the long run, with room for a burst of some seconds. Times are milliseconds. */
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

  /** Whether a packet of so many bytes is still within it. */
  tryConsume(bytes: number, now: number): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#refilledAt) * this.#bytesPerMs)
    this.#refilledAt = now
    this.#tokens -= bytes + PACKET_OVERHEAD_BYTES
    return this.#tokens >= 0
  }
}

/**
 * Limits a rate (token bucket): an average a second, and bursts of `burstMs`. Times are milliseconds of a monotonic
 * clock.
 */
export class TokenBucket {
  readonly #perMs: number
  readonly #capacity: number
  #tokens: number
  #refilledAt = 0

  constructor(perSecond: number, burstMs: number) {
    this.#perMs = perSecond / 1000
    this.#capacity = this.#perMs * burstMs
    this.#tokens = this.#capacity
  }

  /** Whether a whole burst is allowed, as in the beginning. */
  isFull(now: number): boolean {
    this.#refill(now)
    return this.#tokens === this.#capacity
  }

  /** Charges an amount. Returns false, and charges nothing, when it exceeds the limit. */
  tryConsume(amount: number, now: number): boolean {
    this.#refill(now)
    if (this.#tokens < amount) return false
    this.#tokens -= amount
    return true
  }

  #refill(now: number): void {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#refilledAt) * this.#perMs)
    this.#refilledAt = now
  }
}

/** A packet costs more than its bytes: tiny ones by the thousand must not be free. */
const COST_OF_A_PACKET = 64

/** How much may come in the long run, with room for a burst of some seconds. Times are milliseconds. */
export class Allowance {
  readonly #perMs: number
  readonly #most: number
  #left: number
  #at = 0

  constructor(bitsPerSecond: number, burstMs: number) {
    this.#perMs = bitsPerSecond / 8000
    this.#most = this.#perMs * burstMs
    this.#left = this.#most
  }

  /** Whether a packet of so many bytes is still within it. */
  take(bytes: number, now: number): boolean {
    this.#left = Math.min(this.#most, this.#left + (now - this.#at) * this.#perMs)
    this.#at = now
    this.#left -= bytes + COST_OF_A_PACKET
    return this.#left >= 0
  }
}

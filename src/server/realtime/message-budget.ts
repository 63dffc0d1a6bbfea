/** Counts the cost of messages, in points, within windows of a fixed length. */
export class MessageBudget {
  readonly #points: number
  readonly #windowMs: number
  #windowStart = 0
  #spent = 0

  constructor({ points, windowMs }: { points: number; windowMs: number }) {
    this.#points = points
    this.#windowMs = windowMs
  }

  /** Returns false once all points of the current window are spent. */
  spend(points: number): boolean {
    const now = Date.now()
    if (now - this.#windowStart > this.#windowMs) [this.#windowStart, this.#spent] = [now, 0]
    this.#spent += points
    return this.#spent < this.#points
  }
}

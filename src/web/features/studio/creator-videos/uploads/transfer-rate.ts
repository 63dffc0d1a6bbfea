/** Time over which the rate is averaged, in ms. */
const WINDOW_MS = 10_000
/** A shorter time gives no meaningful rate, in ms. */
const MIN_SPAN_MS = 1000

/** The rate of a transfer over its last seconds. */
export class TransferRate {
  #samples: { at: number; bytes: number }[] = []

  /** Adds the bytes transferred so far at a time in ms. Returns bytes per second; null until it is known. */
  add(bytes: number, at: number): number | null {
    const last = this.#samples.at(-1)
    // After an interruption the transfer continues at an earlier byte.
    if (last && bytes < last.bytes) this.reset()
    this.#samples = [...this.#samples.filter((sample) => sample.at > at - WINDOW_MS), { at, bytes }]
    const [first] = this.#samples
    if (!first || at - first.at < MIN_SPAN_MS) return null
    return ((bytes - first.bytes) * 1000) / (at - first.at)
  }

  reset(): void {
    this.#samples = []
  }
}

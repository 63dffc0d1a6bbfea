/** Failures in a row make the pause longer, up to this many times. */
const MAX_PAUSES = 10

/** One thing that is done again after a pause, once: a new pause takes the place of the one that runs. */
export class Retry {
  readonly #work: () => void
  readonly #pauseMs: number
  #timer: ReturnType<typeof setTimeout> | null = null
  #failures = 0

  constructor(work: () => void, pauseMs: number) {
    this.#work = work
    this.#pauseMs = pauseMs
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures
  }

  /** Counts a failure. The pause grows with each, unless the server said how many seconds it should be. */
  failed(seconds?: number): void {
    this.#failures += 1
    this.after(seconds === undefined ? this.#pauseMs * Math.min(this.#failures, MAX_PAUSES) : seconds * 1000)
  }

  after(ms: number): void {
    this.cancel()
    this.#timer = setTimeout(this.#work, ms)
  }

  succeeded(): void {
    this.#failures = 0
    this.cancel()
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}

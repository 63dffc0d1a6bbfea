/** The pause grows with each failure in a row, up to this factor. */
const MAX_FACTOR = 10

/** Runs a task once after a pause; scheduling it again replaces the pending run. */
export class Retry {
  readonly #task: () => void
  readonly #pauseMs: number
  #timer: ReturnType<typeof setTimeout> | null = null
  #failures = 0

  constructor(task: () => void, pauseMs: number) {
    this.#task = task
    this.#pauseMs = pauseMs
  }

  /** Failures since the last success. */
  get failures(): number {
    return this.#failures
  }

  /** Counts a failure and schedules the task, after `retryAfter` seconds where the server sent them. */
  recordFailure(retryAfter?: number): void {
    this.#failures += 1
    this.schedule(
      retryAfter === undefined ? this.#pauseMs * Math.min(this.#failures, MAX_FACTOR) : retryAfter * 1000,
    )
  }

  schedule(ms: number): void {
    this.cancel()
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#task()
    }, ms)
  }

  /** Schedules the task unless a run is pending, which may follow a failure that was found earlier. */
  scheduleUnlessPending(ms: number): void {
    if (!this.#timer) this.schedule(ms)
  }

  /** Forgets the failures and cancels the pending run. */
  reset(): void {
    this.#failures = 0
    this.cancel()
  }

  cancel(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }
}

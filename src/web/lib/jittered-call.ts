/**
 * Runs a callback once, after a random delay, however often it is requested: a thousand pages that receive one change
 * must not all ask the server at once.
 */
export class JitteredCall {
  readonly #work: () => void
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(work: () => void) {
    this.#work = work
  }

  /** Up to `withinMs` from now, and at least `afterMs`; nothing changes while a call is pending. */
  request(withinMs: number, afterMs = 0): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null
        this.#work()
      },
      afterMs + Math.random() * withinMs,
    )
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}

type Options = {
  /** Shortest time between two runs, in ms. */
  pauseMs: number
  /** Delays the first run, in ms, to collect requests that arrive together; without it that runs at once. */
  leadMs?: number
}

/** Runs `work` when it is first requested, and for further requests at most every `pauseMs`. */
export class Throttle {
  readonly #work: () => void
  readonly #options: Options
  #timer: ReturnType<typeof setTimeout> | null = null
  #isRequested = false

  constructor(work: () => void, options: Options) {
    this.#work = work
    this.#options = options
  }

  request(): void {
    this.#isRequested = true
    if (this.#timer !== null) return
    const { leadMs } = this.#options
    if (leadMs === undefined) this.#next()
    else this.#timer = setTimeout(this.#next, leadMs)
  }

  /** Runs now if a run is requested. */
  flush(): void {
    if (!this.#isRequested) return
    this.#isRequested = false
    this.#work()
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#isRequested = false
  }

  readonly #next = (): void => {
    this.#timer = this.#isRequested ? setTimeout(this.#next, this.#options.pauseMs) : null
    this.flush()
  }
}

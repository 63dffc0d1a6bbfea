/** Adds up the seconds that a video really plays: pauses, buffering and seeking do not count, and speed makes no difference. */
export class WatchTime {
  readonly #now: () => number
  #total = 0
  #playingSince: number | null = null

  /** `now` returns ms. */
  constructor(now: () => number) {
    this.#now = now
  }

  start(): void {
    this.#playingSince ??= this.#now()
  }

  stop(): void {
    this.#total = this.seconds()
    this.#playingSince = null
  }

  seconds(): number {
    return this.#total + (this.#playingSince === null ? 0 : (this.#now() - this.#playingSince) / 1000)
  }
}

/** Calls `start` on the first acquire, and the function that it returned once everything acquired is released. */
export class RefCounter {
  readonly #start: () => () => void
  #stop: () => void = () => {}
  #count = 0

  constructor(start: () => () => void) {
    this.#start = start
  }

  get isAcquired(): boolean {
    return this.#count > 0
  }

  /** Returns the function that releases the reference; calling it twice has no further effect. */
  acquire(): () => void {
    this.#count += 1
    if (this.#count === 1) this.#stop = this.#start()
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#count -= 1
      if (this.#count === 0) this.#stop()
    }
  }
}

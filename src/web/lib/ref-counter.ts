/** Runs `acquire` for the first holder, and the function that it returned once the last holder has released. */
export class RefCounter {
  readonly #acquire: () => () => void
  #release: () => void = () => {}
  #count = 0

  constructor(acquire: () => () => void) {
    this.#acquire = acquire
  }

  get isHeld(): boolean {
    return this.#count > 0
  }

  /** Returns the function that releases this hold; calling it twice has no further effect. */
  hold(): () => void {
    this.#count += 1
    if (this.#count === 1) this.#release = this.#acquire()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#count -= 1
      if (this.#count === 0) this.#release()
    }
  }
}

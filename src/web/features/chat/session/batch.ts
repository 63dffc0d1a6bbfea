/**
 * Gathers what comes and hands it on together: what comes first at once, what follows at most every `pauseMs`. So fifty
 * messages a second are drawn ten times, and a single one does not wait.
 */
export class Batch<Item> {
  readonly #take: (items: Item[]) => void
  readonly #pauseMs: number
  #items: Item[] = []
  #pause: ReturnType<typeof setTimeout> | null = null

  constructor(take: (items: Item[]) => void, pauseMs: number) {
    this.#take = take
    this.#pauseMs = pauseMs
  }

  add(item: Item): void {
    this.#items.push(item)
    if (this.#pause === null) this.#turn()
  }

  /** Hands on what has gathered, now. */
  flush(): void {
    if (this.#items.length === 0) return
    const items = this.#items
    this.#items = []
    this.#take(items)
  }

  /** Forgets what has gathered, and waits for nothing more. */
  clear(): void {
    if (this.#pause !== null) clearTimeout(this.#pause)
    this.#pause = null
    this.#items = []
  }

  readonly #turn = (): void => {
    this.#pause = this.#items.length > 0 ? setTimeout(this.#turn, this.#pauseMs) : null
    this.flush()
  }
}

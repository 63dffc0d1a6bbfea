import { Throttle } from '#web/lib/throttle.ts'

/**
 * Collects items and hands them on together: the first at once, those that follow at most every `pauseMs`. Fifty messages
 * a second are drawn ten times, and a single one does not wait.
 */
export class Batch<Item> {
  readonly #throttle: Throttle
  #items: Item[] = []

  constructor(take: (items: Item[]) => void, pauseMs: number) {
    this.#throttle = new Throttle(
      () => {
        const items = this.#items
        this.#items = []
        take(items)
      },
      { pauseMs },
    )
  }

  add(item: Item): void {
    this.#items.push(item)
    this.#throttle.request()
  }

  /** Hands on what is collected, now. */
  flush(): void {
    this.#throttle.flush()
  }

  /** Drops what is collected. */
  clear(): void {
    this.#throttle.cancel()
    this.#items = []
  }
}

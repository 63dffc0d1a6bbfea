import { Throttle } from '#web/lib/throttle.ts'

/**
 * Collects items and passes them on together: the first at once, later ones at most every `pauseMs`. With a pause of
 * 100 ms, fifty messages a second cause ten renders, and a single message has no delay.
 */
export class Batch<Item> {
  readonly #throttle: Throttle
  #items: Item[] = []

  constructor(handleItems: (items: Item[]) => void, pauseMs: number) {
    this.#throttle = new Throttle(
      () => {
        const items = this.#items
        this.#items = []
        handleItems(items)
      },
      { pauseMs },
    )
  }

  add(item: Item): void {
    this.#items.push(item)
    this.#throttle.request()
  }

  /** Passes on the collected items now. */
  flush(): void {
    this.#throttle.flush()
  }

  /** Drops the collected items. */
  clear(): void {
    this.#throttle.cancel()
    this.#items = []
  }
}

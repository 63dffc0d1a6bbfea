import { LRUCache } from 'lru-cache'
import type { RowChangeListener } from './row-change-listener.ts'

type Options<T> = {
  /** Rows kept at most; those asked for longest ago go first. */
  max: number
  load: (key: string) => Promise<T | undefined>
}

/**
 * Rows that nearly every call asks for, kept in memory until they change. While changes are not heard of, each is
 * read anew. A reading that began before a change is never kept.
 */
export class RowCache<T> {
  readonly #rows: LRUCache<string, Promise<T | undefined>>
  readonly #load: Options<T>['load']
  readonly #changes: RowChangeListener

  constructor(
    changes: RowChangeListener,
    table: Parameters<RowChangeListener['on']>[0],
    { max, load }: Options<T>,
  ) {
    this.#rows = new LRUCache({ max })
    this.#load = load
    this.#changes = changes
    changes.on(table, (key) => this.forget(key))
    changes.onLost(() => this.#rows.clear())
  }

  /** What is not there is asked for again each time. Rejects as the reading does. */
  find(key: string): Promise<T | undefined> {
    if (!this.#changes.isConnected) return this.#load(key)
    const known = this.#rows.get(key)
    if (known) return known
    const reading = this.#load(key)
    this.#rows.set(key, reading)
    const drop = () => {
      if (this.#rows.peek(key) === reading) this.#rows.delete(key)
    }
    reading.then((row) => row === undefined && drop(), drop)
    return reading
  }

  /** Called after this app's own change, so that its answer is not ahead of the news of it. */
  forget(key: string): void {
    this.#rows.delete(key)
  }
}

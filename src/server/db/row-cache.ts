import { LRUCache } from 'lru-cache'
import type { RowChangeListener } from './row-change-listener.ts'

type Options<T> = {
  /** Maximum number of cached rows; the least recently used are evicted first. */
  max: number
  load: (key: string) => Promise<T | undefined>
}

/**
 * Caches rows that nearly every request needs until they change. While the change listener is disconnected, each `find`
 * reads the database. A read that began before a change is not cached.
 */
export class RowCache<T> {
  readonly #rows: LRUCache<string, Promise<T | undefined>>
  readonly #load: Options<T>['load']
  readonly #changes: RowChangeListener

  constructor(
    changes: RowChangeListener,
    source: Parameters<RowChangeListener['on']>[0],
    { max, load }: Options<T>,
  ) {
    this.#rows = new LRUCache({ max })
    this.#load = load
    this.#changes = changes
    changes.on(source, (key) => this.invalidate(key))
    changes.onLost(() => this.#rows.clear())
  }

  /** Returns the cached or loaded row. Missing rows and errors are not cached. Rejects when `load` rejects. */
  find(key: string): Promise<T | undefined> {
    if (!this.#changes.isConnected) return this.#load(key)
    const cached = this.#rows.get(key)
    if (cached) return cached
    const loading = this.#load(key)
    this.#rows.set(key, loading)
    const evict = () => {
      if (this.#rows.peek(key) === loading) this.#rows.delete(key)
    }
    loading.then((row) => row === undefined && evict(), evict)
    return loading
  }

  /** Reads a row again, whether it is cached or not. */
  reload(key: string): Promise<T | undefined> {
    this.invalidate(key)
    return this.find(key)
  }

  /** Called after a change by this app: its response may be sent before the database notifies the listener. */
  invalidate(key: string): void {
    this.#rows.delete(key)
  }
}

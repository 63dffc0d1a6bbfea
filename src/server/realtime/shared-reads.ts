import type { RowChangeListener } from '#server/db/row-change-listener.ts'
import type { Hub } from './hub.ts'

/** Limits the age of a result after a change that is not published, such as a reactivated user. */
const MAX_AGE_MS = 1000

type SharedRead<Value> = { result: Promise<Value>; end: () => void }

/**
 * Shares the result of a read between all who ask while nothing has changed. A result is removed by the next message of its
 * topic and by any deactivation of a user. Callers that subscribe to the topic before they ask miss nothing: what is
 * committed after the read is published after their subscription, or has removed the result.
 */
export class SharedReads<Value> {
  readonly #hub: Hub
  readonly #readByKey = new Map<string, SharedRead<Value>>()
  readonly #stop: () => void

  constructor(hub: Hub, rowChanges: Pick<RowChangeListener, 'on' | 'onLost'>) {
    this.#hub = hub
    this.#stop = rowChanges.on('deactivations', () => this.#clear())
    rowChanges.onLost(() => this.#clear())
  }

  /** Returns the shared result for `key`, or that of `read`. A failed read is not shared further. */
  get(key: string, topic: string, read: () => Promise<Value>): Promise<Value> {
    const current = this.#readByKey.get(key)
    if (current) return current.result
    const result = read()
    const timer = setTimeout(() => this.#remove(key, result), MAX_AGE_MS)
    const unsubscribe = this.#hub.subscribe(topic, () => this.#remove(key, result))
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
    }
    this.#readByKey.set(key, { result, end })
    result.catch(() => this.#remove(key, result))
    return result
  }

  close(): void {
    this.#stop()
    this.#clear()
  }

  #remove(key: string, result: Promise<Value>): void {
    const read = this.#readByKey.get(key)
    if (read?.result !== result) return
    this.#readByKey.delete(key)
    read.end()
  }

  #clear(): void {
    for (const { end } of this.#readByKey.values()) end()
    this.#readByKey.clear()
  }
}

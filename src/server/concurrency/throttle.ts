import type { Logger } from 'pino'

type Options<Value> = {
  /** Minimum milliseconds between two publications of one id. */
  intervalMs: number
  publish: (id: string, value: Value) => void
  /** Called with every new value before it is published, also during the pause. */
  retain?: (id: string, value: Value) => void
  /** Reads the current value; undefined when the subject no longer exists. */
  read: (id: string) => Promise<Value | undefined>
  log: Logger
}

/** Publishes the changes of a value by id: the first at once, those during the following pause as one. */
export class Throttle<Value> {
  readonly #options: Options<Value>
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isStale: boolean }>()

  constructor(options: Options<Value>) {
    this.#options = options
  }

  /** Publishes the new value at once, or the then current one after the pause. Called after the commit of the change. */
  update(id: string, value: Value): void {
    this.#options.retain?.(id, value)
    const pause = this.#pauses.get(id)
    if (pause) {
      pause.isStale = true
      return
    }
    this.#options.publish(id, value)
    this.#pause(id)
  }

  close(): void {
    for (const { timer } of this.#pauses.values()) clearTimeout(timer)
    this.#pauses.clear()
  }

  #pause(id: string): void {
    const timer = setTimeout(() => void this.#resume(id), this.#options.intervalMs)
    this.#pauses.set(id, { timer, isStale: false })
  }

  async #resume(id: string): Promise<void> {
    const isStale = this.#pauses.get(id)?.isStale
    this.#pauses.delete(id)
    if (!isStale) return
    this.#pause(id)
    // Read the value again: of two concurrent changes, the last call of `update` need not belong to the last commit.
    try {
      const value = await this.#options.read(id)
      if (value === undefined) return
      this.#options.retain?.(id, value)
      this.#options.publish(id, value)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a throttled change could not be published')
    }
  }
}

import type { Logger } from 'pino'

type Options<Value> = {
  /** Milliseconds in which what changed at one thing is told once. */
  pauseMs: number
  publish: (id: string, value: Value) => void
  /** What is known of a thing, also in the pause; before it is told. */
  retain?: (id: string, value: Value) => void
  /** What is so now; undefined when the thing is gone. */
  read: (id: string) => Promise<Value | undefined>
  log: Logger
}

/** Tells what things have come to: the first change at once, those that follow in the pause together. */
export class Throttle<Value> {
  readonly #options: Options<Value>
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isStale: boolean }>()

  constructor(options: Options<Value>) {
    this.#options = options
  }

  /** After the commit of what changed it. */
  changed(id: string, value: Value): void {
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
    const timer = setTimeout(() => void this.#resume(id), this.#options.pauseMs)
    this.#pauses.set(id, { timer, isStale: false })
  }

  async #resume(id: string): Promise<void> {
    const isStale = this.#pauses.get(id)?.isStale
    this.#pauses.delete(id)
    if (!isStale) return
    this.#pause(id)
    // Read anew: of two changes in one moment the one that was told last need not be the later one.
    try {
      const value = await this.#options.read(id)
      if (value === undefined) return
      this.#options.retain?.(id, value)
      this.#options.publish(id, value)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'what has changed was not told')
    }
  }
}

import { guarded } from '../process/guard.ts'

/**
 * Lets at most one keyframe request through in `intervalMs`. A request that comes too soon is sent at the end of the
 * interval, because the viewer that sent it still cannot decode.
 */
export class KeyframeRequestThrottle {
  readonly #intervalMs: number
  readonly #send: () => void
  #sentAt = -Infinity
  #trailingTimer: NodeJS.Timeout | null = null

  constructor(intervalMs: number, send: () => void) {
    this.#intervalMs = intervalMs
    this.#send = send
  }

  request(): void {
    if (this.#trailingTimer) return
    const waitMs = this.#sentAt + this.#intervalMs - performance.now()
    if (waitMs <= 0) this.#sendNow()
    else
      this.#trailingTimer = setTimeout(
        guarded('a keyframe request', () => this.#sendNow()),
        waitMs,
      )
  }

  close(): void {
    if (this.#trailingTimer) clearTimeout(this.#trailingTimer)
    this.#trailingTimer = null
  }

  #sendNow(): void {
    this.#trailingTimer = null
    this.#sentAt = performance.now()
    this.#send()
  }
}

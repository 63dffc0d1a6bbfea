import { guarded } from '../process/guard.ts'

/**
 * Lets at most one keyframe request through in `intervalMs`. A request that comes too soon is not lost: one
 * goes out when the interval is over, since the viewer who asked last still sees nothing.
 */
export class KeyframeGate {
  readonly #intervalMs: number
  readonly #send: () => void
  #last = -Infinity
  #trailing: NodeJS.Timeout | null = null

  constructor(intervalMs: number, send: () => void) {
    this.#intervalMs = intervalMs
    this.#send = send
  }

  request(): void {
    if (this.#trailing) return
    const wait = this.#last + this.#intervalMs - performance.now()
    if (wait <= 0) this.#pass()
    else
      this.#trailing = setTimeout(
        guarded('a keyframe request', () => this.#pass()),
        wait,
      )
  }

  close(): void {
    if (this.#trailing) clearTimeout(this.#trailing)
    this.#trailing = null
  }

  #pass(): void {
    this.#trailing = null
    this.#last = performance.now()
    this.#send()
  }
}

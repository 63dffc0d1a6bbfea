const INTERVAL_MS = 1000

/**
 * Writes at most one line a second: the first message at once, then at the end of each second the latest message with
 * the number of those that were suppressed. Remote peers can make the native module log for every packet.
 */
export class LogThrottle {
  readonly #write: (line: string) => void
  #timer: NodeJS.Timeout | null = null
  #latest: string | null = null
  #suppressed = 0

  constructor(write: (line: string) => void) {
    this.#write = write
  }

  log(message: string): void {
    const line = message.trim().replaceAll(/\s+/g, ' ')
    if (this.#timer === null) return this.#writeNow(line)
    if (this.#latest !== null) this.#suppressed++
    this.#latest = line
  }

  #writeNow(line: string): void {
    this.#timer = setTimeout(() => this.#flush(), INTERVAL_MS)
    this.#write(line)
  }

  #flush(): void {
    this.#timer = null
    if (this.#latest === null) return
    const count = this.#suppressed
    this.#writeNow(count === 0 ? this.#latest : `${this.#latest} (${count} more suppressed)`)
    this.#latest = null
    this.#suppressed = 0
  }
}

/** Bytes that all writers together write between two checks of the free space, besides those in the buffers of each. */
const MAX_UNCHECKED_BYTES = 16 * 1024 ** 2
/** Other processes fill the disk as well. */
const MAX_UNCHECKED_MS = 200

/**
 * Admits writers while there is room. They share each check of the free space: if each checked on its own, many could
 * together write more than is free.
 */
export class WriteGate {
  readonly #measureFreeBytes: () => Promise<number>
  #remainingBytes = 0
  #checkedAt = -Infinity
  #pendingCheck: Promise<number> | null = null

  /** `measureFreeBytes` returns how many bytes may be written now. */
  constructor(measureFreeBytes: () => Promise<number>) {
    this.#measureFreeBytes = measureFreeBytes
  }

  /** Whether so many bytes may be written. */
  async admits(bytes: number): Promise<boolean> {
    const wanted = Math.min(bytes, MAX_UNCHECKED_BYTES)
    while (!this.#tryConsume(wanted)) {
      this.#pendingCheck ??= this.#checkFreeBytes().finally(() => (this.#pendingCheck = null))
      if ((await this.#pendingCheck) < wanted) return false
    }
    return true
  }

  #tryConsume(bytes: number): boolean {
    const isRecent = performance.now() - this.#checkedAt < MAX_UNCHECKED_MS
    if (!isRecent || this.#remainingBytes < bytes) return false
    this.#remainingBytes -= bytes
    return true
  }

  async #checkFreeBytes(): Promise<number> {
    const startedAt = performance.now()
    const freeBytes = await this.#measureFreeBytes()
    this.#remainingBytes = Math.min(freeBytes, MAX_UNCHECKED_BYTES)
    this.#checkedAt = startedAt
    return freeBytes
  }
}

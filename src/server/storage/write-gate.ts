/** Bytes that all writers together write between two checks of the free space, besides those in the buffers of each. */
const MAX_UNSEEN_BYTES = 16 * 1024 ** 2
/** Others fill the disk, too. */
const MAX_UNSEEN_MS = 200

/**
 * Admits writers while there is room. They share each check of the free space: if each checked on its own, many could
 * together write more than is free.
 */
export class WriteGate {
  readonly #findRoom: () => Promise<number>
  #admittedBytes = 0
  #lookedAt = -Infinity
  #look: Promise<number> | null = null

  /** `findRoom` returns how many bytes may be written now. */
  constructor(findRoom: () => Promise<number>) {
    this.#findRoom = findRoom
  }

  /** Whether so many bytes may be written. */
  async admits(bytes: number): Promise<boolean> {
    const wanted = Math.min(bytes, MAX_UNSEEN_BYTES)
    while (!this.#take(wanted)) {
      this.#look ??= this.#lookAgain().finally(() => (this.#look = null))
      if ((await this.#look) < wanted) return false
    }
    return true
  }

  #take(bytes: number): boolean {
    const isRecent = performance.now() - this.#lookedAt < MAX_UNSEEN_MS
    if (!isRecent || this.#admittedBytes < bytes) return false
    this.#admittedBytes -= bytes
    return true
  }

  async #lookAgain(): Promise<number> {
    const startedAt = performance.now()
    const room = await this.#findRoom()
    this.#admittedBytes = Math.min(room, MAX_UNSEEN_BYTES)
    this.#lookedAt = startedAt
    return room
  }
}

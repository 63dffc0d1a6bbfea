const MIN_BYTES = 256 * 1024
const FIRST_BYTES = 1024 * 1024
/** Proxies may buffer a whole chunk, and limit the bodies of requests. */
const MAX_BYTES = 32 * 1024 * 1024
/** The progress moves with each chunk, but every chunk waits for a response. */
const TARGET_MS = 1000

/** The size of an upload's chunks, so that each takes about a second: the progress counts whole chunks. */
export class ChunkSize {
  bytes = FIRST_BYTES
  #startedAt = performance.now()

  /** Called before a request is sent. */
  start(): void {
    this.#startedAt = performance.now()
  }

  /** Called when the server has received a chunk of this size. */
  measure(bytes: number): void {
    const ms = Math.max(performance.now() - this.#startedAt, 1)
    this.bytes = Math.round(Math.min(Math.max((bytes / ms) * TARGET_MS, MIN_BYTES), MAX_BYTES))
  }
}

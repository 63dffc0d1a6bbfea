import { open, type FileHandle } from 'node:fs/promises'

/** Half a minute of high-quality video. A disk that falls further behind has failed. */
const MAX_QUEUED_BYTES = 16 * 1024 ** 2
/** A queue of this size is written immediately; a smaller one waits for `flush`. */
const WRITE_BLOCK_BYTES = 128 * 1024
/** How long written data may stay in the page cache before it is synced. */
const SYNC_INTERVAL_MS = 5_000

/**
 * A new file that is only appended to. Writing never blocks and never throws: bytes are queued. The first error (a full
 * disk, a missing folder) is reported once, and then everything is discarded.
 */
export class DiskFile {
  readonly #opened: Promise<FileHandle>
  readonly #onError: (error: Error) => void
  #queue: Uint8Array[] = []
  #queuedBytes = 0
  #writing: Promise<void> | null = null
  #syncedAt = performance.now()
  #hasFailed = false

  constructor(path: string, onError: (error: Error) => void) {
    this.#onError = onError
    this.#opened = open(path, 'wx', 0o600)
    this.#opened.catch((error: unknown) => this.#fail(error))
  }

  append(bytes: Uint8Array): void {
    if (this.#hasFailed) return
    this.#queue.push(bytes)
    this.#queuedBytes += bytes.length
    if (this.#queuedBytes > MAX_QUEUED_BYTES) return this.#fail(new Error('the disk is too slow'))
    if (this.#queuedBytes >= WRITE_BLOCK_BYTES) this.flush()
  }

  /** Writes the queue in the background. */
  flush(): void {
    if (this.#writing || this.#queue.length === 0 || this.#hasFailed) return
    this.#writing = this.#write()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#writing = null
        if (this.#queuedBytes >= WRITE_BLOCK_BYTES) this.flush()
      })
  }

  /** Resolves when everything is on the disk, or lost. */
  async close(): Promise<void> {
    for (this.flush(); this.#writing; this.flush()) await this.#writing
    const handle = await this.#opened.catch(() => null)
    try {
      if (!this.#hasFailed) await handle?.sync()
      await handle?.close()
    } catch (error) {
      this.#fail(error)
    }
  }

  async #write(): Promise<void> {
    const handle = await this.#opened
    const queue = this.#queue
    this.#queue = []
    for (let bytes = Buffer.concat(queue); bytes.length > 0;) {
      const { bytesWritten } = await handle.write(bytes)
      this.#queuedBytes -= bytesWritten
      bytes = bytes.subarray(bytesWritten)
    }
    if (performance.now() - this.#syncedAt < SYNC_INTERVAL_MS) return
    await handle.datasync()
    this.#syncedAt = performance.now()
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#queue = []
    this.#queuedBytes = 0
    this.#onError(error instanceof Error ? error : new Error(String(error)))
  }
}

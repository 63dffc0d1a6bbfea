import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'

/** Opens a file for a job, writes its changes, and closes it. */
export async function withFile<T>(path: string, job: (file: FileBytes) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r+')
  try {
    const file = new FileBytes(handle, (await handle.stat()).size)
    const made = await job(file)
    await file.flush()
    return made
  } finally {
    await handle.close()
  }
}

/** Bytes that are read and written at once: headers are close together. */
const WINDOW = 64 * 1024
const ZEROS = Buffer.alloc(256 * 1024)
/** Steps in memory, for a millisecond or two, between two yields to the event loop. */
const STEPS_PER_TURN = 1000
const NOTHING: Buffer = Buffer.alloc(0)

/** A file with buffered random reads and in-place writes: many small accesses become few large ones on the disk. */
export class FileBytes {
  readonly size: number
  readonly #handle: Pick<FileHandle, 'read' | 'write'>
  #window = { start: 0, bytes: NOTHING, isChanged: false }
  #steps = 0

  constructor(handle: Pick<FileHandle, 'read' | 'write'>, size: number) {
    this.#handle = handle
    this.size = size
  }

  /** Counts a step of work in memory. Returns a promise to await when it is time to yield to the event loop. */
  step(): Promise<void> | undefined {
    return ++this.#steps % STEPS_PER_TURN === 0 ? turn() : undefined
  }

  /** Returns a copy of `length` bytes from an offset; fewer at the end of the file. */
  async read(offset: number, length: number): Promise<Buffer> {
    const fitting = Math.min(length, Math.max(0, this.size - offset))
    if (fitting === 0) return NOTHING
    if (fitting <= WINDOW) return Buffer.from(await this.#inMemory(offset, fitting))
    await this.flush()
    return this.#load(offset, fitting)
  }

  /** Overwrites existing bytes; never extends the file. */
  async write(offset: number, bytes: Uint8Array): Promise<void> {
    const fitting = bytes.subarray(0, Math.max(0, this.size - offset))
    if (fitting.length === 0) return
    if (fitting.length <= WINDOW) {
      const target = await this.#inMemory(offset, fitting.length)
      target.set(fitting)
      this.#window.isChanged = true
      return
    }
    await this.flush()
    this.#window = { start: 0, bytes: NOTHING, isChanged: false }
    await this.#handle.write(fitting, 0, fitting.length, offset)
  }

  /** Overwrites a part of the file with zeros. */
  async blank(offset: number, length: number): Promise<void> {
    const end = Math.min(this.size, offset + length)
    for (let at = offset; at < end; at += ZEROS.length) {
      await this.write(at, ZEROS.subarray(0, Math.min(ZEROS.length, end - at)))
    }
  }

  /** Writes the changed window to the file. */
  async flush(): Promise<void> {
    const { start, bytes, isChanged } = this.#window
    if (isChanged) await this.#handle.write(bytes, 0, bytes.length, start)
    this.#window.isChanged = false
  }

  /** Returns a part of the file from the window in memory; valid until the next step. */
  async #inMemory(offset: number, length: number): Promise<Buffer> {
    await this.step()
    const { start, bytes } = this.#window
    if (offset < start || offset + length > start + bytes.length) {
      await this.flush()
      this.#window = { start: offset, bytes: await this.#load(offset, WINDOW), isChanged: false }
    }
    const at = offset - this.#window.start
    return this.#window.bytes.subarray(at, at + length)
  }

  async #load(start: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#handle.read(Buffer.allocUnsafe(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }
}

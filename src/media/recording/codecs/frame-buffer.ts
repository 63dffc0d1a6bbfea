import { MAX_FRAME_BYTES } from './video-frame.ts'

const MIN_CAPACITY = 64 * 1024
/** A larger buffer is released after its frame: few frames are so large. */
const MAX_KEPT_CAPACITY = 1024 ** 2

/**
 * Collects the bytes of one frame in a single buffer, so that the memory depends on its bytes alone, and not on the
 * number of pieces in which they arrive.
 */
export class FrameBuffer {
  #buffer = Buffer.alloc(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Appends a copy of the bytes. Returns false when the frame would be too large; then nothing is appended. */
  append(bytes: Buffer): boolean {
    if (!this.#reserve(bytes.length)) return false
    bytes.copy(this.#buffer, this.#length)
    this.#length += bytes.length
    return true
  }

  /** Appends a copy of the bytes after their length in four bytes. Returns false like `append`. */
  appendWithLength(bytes: Buffer): boolean {
    if (!this.#reserve(4 + bytes.length)) return false
    this.#buffer.writeUInt32BE(bytes.length, this.#length)
    this.#length += 4
    return this.append(bytes)
  }

  /** Overwrites four bytes that were appended before. */
  writeUInt32(value: number, at: number): void {
    this.#buffer.writeUInt32BE(value, at)
  }

  /** Returns a copy of the bytes, and begins the next frame. */
  take(): Buffer {
    const frame = Buffer.from(this.#buffer.subarray(0, this.#length))
    this.clear()
    return frame
  }

  clear(): void {
    this.#length = 0
    if (this.#buffer.length > MAX_KEPT_CAPACITY) this.#buffer = Buffer.alloc(0)
  }

  #reserve(bytes: number): boolean {
    const needed = this.#length + bytes
    if (needed > MAX_FRAME_BYTES) return false
    if (needed <= this.#buffer.length) return true
    const grown = Buffer.allocUnsafeSlow(Math.max(MIN_CAPACITY, needed, 2 * this.#buffer.length))
    this.#buffer.copy(grown, 0, 0, this.#length)
    this.#buffer = grown
    return true
  }
}

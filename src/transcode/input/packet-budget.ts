import { TaskFailure } from '../ffmpeg/task-failure.ts'

/**
 * By what factor the packets of a file may exceed its size: DV contains its audio twice, and Matroska may leave out the
 * equal beginnings of frames.
 */
const [GROWTH, MORE_BYTES] = [1.1, 64 * 1024]

/** Each cut of an edit list reads again from the keyframe before it. */
const HIDDEN_GROWTH = 20

/**
 * Counts the bytes of the packets that are read from a file. An index can name the same bytes thousands of times, and
 * compressed blocks can become a thousand times as large: a few megabytes would be read as terabytes.
 */
export class PacketBudget {
  readonly #maxBytes: number
  readonly #maxHiddenBytes: number
  #bytes = 0
  #hiddenBytes = 0

  constructor(fileBytes: number) {
    this.#maxBytes = fileBytes * GROWTH + MORE_BYTES
    this.#maxHiddenBytes = fileBytes * HIDDEN_GROWTH + MORE_BYTES
  }

  /**
   * Adds a packet; one that `isHidden` is only decoded, because the shown ones after a cut need it.
   * @throws {TaskFailure} `repeatsData` when the packets so far have more bytes than their file
   */
  add(bytes: number, isHidden: boolean): void {
    if (isHidden) this.#hiddenBytes += bytes
    else this.#bytes += bytes
    if (this.#bytes > this.#maxBytes || this.#hiddenBytes > this.#maxHiddenBytes)
      throw new TaskFailure('repeatsData', `the packets have more than ${Math.floor(this.#maxBytes)} bytes`)
  }
}

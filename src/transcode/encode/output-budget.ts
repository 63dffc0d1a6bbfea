import { TaskFailure } from '../ffmpeg/task-failure.ts'

/** By how much the rate control of an encoder may exceed its maximum. */
const TOLERANCE = 1.5
/** The last frame, headers, and what an encoder may write in advance. */
const [MORE_SECONDS, MORE_BYTES] = [10, 1024 ** 2]

/**
 * Limits what is written for a track by the time of the frames that were decoded so far, whatever the rate control of
 * the encoder does. A frame that is shown for minutes is encoded repeatedly, and may use the bytes of its duration.
 */
export class OutputBudget {
  readonly #bytesPerSecond: number
  #lastSecond = 0
  #bytes = 0

  /** `bitrate` is the highest that the encoder is told to keep, in bits per second. */
  constructor(bitrate: number) {
    this.#bytesPerSecond = (bitrate / 8) * TOLERANCE
  }

  /** Called for each decoded frame with its second, null if it is unknown. */
  addDecoded(second: number | null): void {
    if (second !== null && second > this.#lastSecond) this.#lastSecond = second
  }

  /** @throws {TaskFailure} `repeatsData` when more was written than the decoded time allows */
  addWritten(bytes: number): void {
    this.#bytes += bytes
    const maxBytes = MORE_BYTES + (this.#lastSecond + MORE_SECONDS) * this.#bytesPerSecond
    if (this.#bytes > maxBytes)
      throw new TaskFailure('repeatsData', `${this.#lastSecond} decoded seconds became too many bytes`)
  }
}

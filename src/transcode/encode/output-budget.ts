import { TaskFailure } from '../ffmpeg/task-failure.ts'

/** A frame counts for at most so long: while it stands still, encoding it again costs almost nothing. */
const MAX_FRAME_SECONDS = 10
/** By how much the rate control of an encoder may exceed its maximum. */
const TOLERANCE = 1.5
/** Headers, and what an encoder may write in advance. */
const MORE_BYTES = 1024 ** 2

/**
 * Limits what is written for a track by the time that was decoded, not by the times that the file claims: a few frames
 * that claim twelve hours do not get the bytes of twelve hours.
 */
export class OutputBudget {
  readonly #bytesPerSecond: number
  #decodedSeconds = 0
  #lastSecond = 0
  #bytes = 0

  /** `bitrate` is the highest that the encoder is told to keep, in bits per second. */
  constructor(bitrate: number) {
    this.#bytesPerSecond = (bitrate / 8) * TOLERANCE
  }

  /** Called for each decoded frame with its second, null if it is unknown. */
  addDecoded(second: number | null): void {
    if (second === null || second <= this.#lastSecond) return
    this.#decodedSeconds += Math.min(MAX_FRAME_SECONDS, second - this.#lastSecond)
    this.#lastSecond = second
  }

  /** @throws {TaskFailure} `repeatsData` when more was written than the decoded time allows */
  addWritten(bytes: number): void {
    this.#bytes += bytes
    const maxBytes = MORE_BYTES + (this.#decodedSeconds + MAX_FRAME_SECONDS) * this.#bytesPerSecond
    if (this.#bytes > maxBytes)
      throw new TaskFailure('repeatsData', `${this.#decodedSeconds} decoded seconds became too many bytes`)
  }
}

/** Timestamps that lie so far from when their packets came do not count the time (milliseconds). */
const LARGEST_ERROR_MS = 10_000
/** A larger difference between sound and picture is not the broadcaster's, but a clock that was set. */
const LARGEST_SHIFT_MS = 3_000
/** How fast a shift is made: nobody sees that 100 ms are shown in 110. */
const SHIFT_SPEED = 0.1

/**
 * Puts the timestamps of a track on the engine's monotonic clock (milliseconds): the first packet where it arrived,
 * the others as far from it as their timestamps say. So what the network does to single packets is not recorded.
 */
export class TrackClock {
  readonly #ticksPerMs: number
  #base = 0
  #ticks = 0
  #timestamp: number | null = null
  #time = -Infinity
  #shift = 0
  #wantedShift = 0

  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000
  }

  /** When the next packet with this timestamp is to be heard or seen: later than all before it. */
  next(timestamp: number, at: number): number {
    const before = this.at(timestamp)
    if (before === null || Math.abs(before - at) > LARGEST_ERROR_MS) this.#anchor(timestamp, at)
    else this.#advance(timestamp)
    const time = this.#base + this.#ticks / this.#ticksPerMs
    const elapsed = Number.isFinite(this.#time) ? Math.max(0, time + this.#shift - this.#time) : 0
    const most = elapsed * SHIFT_SPEED
    this.#shift += Math.max(-most, Math.min(most, this.#wantedShift - this.#shift))
    this.#time = Math.max(time + this.#shift, this.#time + 1)
    return this.#time
  }

  /** Where a timestamp near the last one lies, shifts left out; null before the first packet. */
  at(timestamp: number): number | null {
    if (this.#timestamp === null) return null
    return this.#base + (this.#ticks + ((timestamp - this.#timestamp) | 0)) / this.#ticksPerMs
  }

  /** Moves the track little by little until it lies so much later (or earlier) than its first packet said. */
  shiftTo(milliseconds: number): void {
    if (Math.abs(milliseconds) <= LARGEST_SHIFT_MS) this.#wantedShift = milliseconds
  }

  /** The next packet counts from another start. */
  restart(): void {
    this.#timestamp = null
  }

  #anchor(timestamp: number, at: number): void {
    this.#base = at
    this.#ticks = 0
    this.#timestamp = timestamp
    this.#shift = 0
    this.#wantedShift = 0
  }

  #advance(timestamp: number): void {
    this.#ticks += (timestamp - (this.#timestamp ?? timestamp)) | 0
    this.#timestamp = timestamp
  }
}

/** Timestamps that lie so far from when their packets came do not count the time (milliseconds). */
const MAX_DRIFT_MS = 10_000
/** A larger difference between sound and picture is not the broadcaster's, but a clock that was set. */
const MAX_CORRECTION_MS = 3_000
/** How fast a shift is made: nobody sees that 100 ms are shown in 110. */
const CORRECTION_RATE = 0.1

/**
 * Puts the timestamps of a track on the engine's monotonic clock (milliseconds): the first packet where it arrived,
 * the others as far from it as their timestamps say. So what the network does to single packets is not recorded.
 */
export class TrackClock {
  readonly #ticksPerMs: number
  #base = 0
  #ticks = 0
  #lastTimestamp: number | null = null
  #lastTime = -Infinity
  #correction = 0
  #targetCorrection = 0

  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000
  }

  /** When the next packet with this timestamp is to be heard or seen: later than all before it. */
  nextTime(timestamp: number, timeOf: number): number {
    const expected = this.at(timestamp)
    if (expected === null || Math.abs(expected - timeOf) > MAX_DRIFT_MS) this.#anchor(timestamp, timeOf)
    else this.#advance(timestamp)
    const time = this.#base + this.#ticks / this.#ticksPerMs
    const elapsed = Number.isFinite(this.#lastTime)
      ? Math.max(0, time + this.#correction - this.#lastTime)
      : 0
    const maxStep = elapsed * CORRECTION_RATE
    this.#correction += Math.max(-maxStep, Math.min(maxStep, this.#targetCorrection - this.#correction))
    this.#lastTime = Math.max(time + this.#correction, this.#lastTime + 1)
    return this.#lastTime
  }

  /** Where a timestamp near the last one lies, shifts left out; null before the first packet. */
  at(timestamp: number): number | null {
    if (this.#lastTimestamp === null) return null
    return this.#base + (this.#ticks + ((timestamp - this.#lastTimestamp) | 0)) / this.#ticksPerMs
  }

  /** Moves the track little by little until it lies so much later (or earlier) than its first packet said. */
  setCorrection(milliseconds: number): void {
    if (Math.abs(milliseconds) <= MAX_CORRECTION_MS) this.#targetCorrection = milliseconds
  }

  /** The next packet counts from another start. */
  restart(): void {
    this.#lastTimestamp = null
  }

  #anchor(timestamp: number, at: number): void {
    this.#base = at
    this.#ticks = 0
    this.#lastTimestamp = timestamp
    this.#correction = 0
    this.#targetCorrection = 0
  }

  #advance(timestamp: number): void {
    this.#ticks += (timestamp - (this.#lastTimestamp ?? timestamp)) | 0
    this.#lastTimestamp = timestamp
  }
}

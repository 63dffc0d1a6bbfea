/** A timestamp this far from the arrival of its packet is implausible. */
const MAX_DRIFT_MS = 10_000
/**
 * How far a presentation time may be ahead of the arrival of its packet: the first packet of a track may have been late.
 * A client's timestamps must not make a recording longer than the broadcast.
 */
const MAX_LEAD_MS = 2_000
/** A larger difference between audio and video is a clock that was set. */
const MAX_CORRECTION_MS = 3_000
/** How fast a correction is made: showing 100 ms in 110 ms is invisible. */
const CORRECTION_RATE = 0.1

/**
 * Maps the timestamps of a track to the engine's monotonic clock (milliseconds): the first packet to its arrival, the
 * others by the distance of their timestamps. Network jitter is therefore not recorded.
 */
export class TrackClock {
  readonly #ticksPerMs: number
  #originTime = 0
  #ticks = 0
  #lastTimestamp: number | null = null
  #lastTime = -Infinity
  #correction = 0
  #targetCorrection = 0

  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000
  }

  /**
   * Returns the presentation time of the next packet, which is later than all before it by a millisecond at least:
   * the caller limits how many packets there are. `arrivedAt` is when the packet arrived.
   */
  nextTime(timestamp: number, arrivedAt: number): number {
    const expected = this.timeOf(timestamp)
    if (expected === null || Math.abs(expected - arrivedAt) > MAX_DRIFT_MS) this.#anchor(timestamp, arrivedAt)
    else this.#advance(timestamp)
    const time = this.#originTime + this.#ticks / this.#ticksPerMs
    const elapsed = Number.isFinite(this.#lastTime)
      ? Math.max(0, time + this.#correction - this.#lastTime)
      : 0
    const maxStep = elapsed * CORRECTION_RATE
    this.#correction += Math.max(-maxStep, Math.min(maxStep, this.#targetCorrection - this.#correction))
    const bounded = Math.min(time + this.#correction, arrivedAt + MAX_LEAD_MS)
    this.#lastTime = Math.max(bounded, this.#lastTime + 1)
    return this.#lastTime
  }

  /** Returns the time of a timestamp near the last one, without corrections; null before the first packet. */
  timeOf(timestamp: number): number | null {
    if (this.#lastTimestamp === null) return null
    return this.#originTime + (this.#ticks + ((timestamp - this.#lastTimestamp) | 0)) / this.#ticksPerMs
  }

  /** Moves the track gradually until it is this much later (or earlier) than by the arrival of its first packet. */
  setCorrection(milliseconds: number): void {
    if (Math.abs(milliseconds) <= MAX_CORRECTION_MS) this.#targetCorrection = milliseconds
  }

  /** Makes the next packet the new origin. */
  restart(): void {
    this.#lastTimestamp = null
  }

  #anchor(timestamp: number, arrivedAt: number): void {
    this.#originTime = arrivedAt
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

/** The bitrate sent in the last second, and the browser's bandwidth estimate, both in bits per second. */
export type LinkSample = { sent: number; estimate: number }

/** Audio and the low layer need this much for good quality; below it the high layer would look bad anyway. */
const MIN_BITRATE = 250_000
/** Estimates below the minimum in a row: a single one may be noise. */
const LOW_SAMPLES_TO_PAUSE = 2
/**
 * Estimate over sent bitrate. A browser with spare bandwidth estimates about 1.5 times what it sends, one at its limit
 * only little more than that.
 */
const MIN_HEADROOM = 1.3
/** Below this both layers never fit. Low, as the estimate stays near the small bitrate of a still scene. */
const MIN_RETRY_BITRATE = 110_000
const FIRST_RETRY_DELAY_MS = 3_000
const MAX_RETRY_DELAY_MS = 60_000
const FAILED_WITHIN_MS = 20_000

/**
 * Decides whether the high layer is sent beside the low one. Browsers give each layer its minimum bitrate before they
 * distribute the rest: at 100 kbit/s both layers are useless and the audio breaks up. The high layer therefore pauses
 * after two samples in a row with an estimate below 250 kbit/s. It is tried again after 3 s of headroom; a trial that
 * fails within 20 s doubles that delay, up to a minute. Times are in milliseconds.
 */
export class HighLayerSwitch {
  #isActive = true
  #lowSamples = 0
  #retryDelayMs = FIRST_RETRY_DELAY_MS
  #headroomSince: number | null = null
  #resumedAt = -Infinity

  /** Processes one sample; returns whether the high layer should be sent from now on. */
  update(sample: LinkSample, now: number): boolean {
    if (this.#isActive) this.#checkForPause(sample, now)
    else this.#checkForRetry(sample, now)
    return this.#isActive
  }

  #checkForPause({ estimate }: LinkSample, now: number): void {
    this.#lowSamples = estimate < MIN_BITRATE ? this.#lowSamples + 1 : 0
    if (this.#lowSamples < LOW_SAMPLES_TO_PAUSE) return
    const hasFailed = now - this.#resumedAt < FAILED_WITHIN_MS
    this.#retryDelayMs = hasFailed
      ? Math.min(2 * this.#retryDelayMs, MAX_RETRY_DELAY_MS)
      : FIRST_RETRY_DELAY_MS
    this.#isActive = false
    this.#lowSamples = 0
    this.#headroomSince = null
  }

  #checkForRetry({ sent, estimate }: LinkSample, now: number): void {
    if (estimate < MIN_RETRY_BITRATE || estimate < MIN_HEADROOM * sent) this.#headroomSince = null
    else this.#headroomSince ??= now
    if (this.#headroomSince === null || now - this.#headroomSince < this.#retryDelayMs) return
    this.#isActive = true
    this.#resumedAt = now
  }
}

import type { VideoLayer } from '../tracks/layer.ts'

/**
 * Measurements of a viewer's connection since the previous report, about a second ago. `fractionLost` is 0 to 1,
 * `estimatedBitrate` the browser's own estimate, and `requiredBitrate` that of the high layer, both in bits per second.
 */
export type LinkReport = { fractionLost: number; estimatedBitrate: number | null; requiredBitrate: number }

/** A loss that is visible at once. */
const SEVERE_LOSS = 0.2
/** Retransmissions repair this for a while, at the cost of more traffic. */
const HIGH_LOSS = 0.08
const LOW_LOSS = 0.05
/** Estimates fluctuate, and fall with every large keyframe. */
const SHORTAGE_FACTOR = 1.15
const SEVERE_SHORTAGE_FACTOR = 2
const MAX_STRIKES = 4
/** Reports right after a switch still describe the layer before. */
const STABILIZATION_MS = 3_000
const MIN_BACKOFF_MS = 10_000
const MAX_BACKOFF_MS = 160_000
/** A downgrade so soon after an upgrade means that the upgrade came too early. */
const FAILED_UPGRADE_MS = 20_000
const PROVEN_UPGRADE_MS = 60_000

/**
 * Chooses the video layer for a viewer's connection.
 *
 * It downgrades at four strikes in consecutive reports: 20 % loss counts four, 8 % loss or an estimate of half the
 * required bitrate two, an estimate that is merely too low one. A report without trouble resets the strikes. A rising
 * estimate is no trouble, because the browser is still probing.
 *
 * It upgrades after 10 s of low loss. A downgrade within 20 s doubles that time for the next upgrade, up to 160 s; a
 * minute on the high layer resets it to 10 s. Times are milliseconds of a monotonic clock.
 */
export class LayerSelector {
  #layer: VideoLayer = 'high'
  #backoffMs = MIN_BACKOFF_MS
  #strikes = 0
  #lastEstimatedBitrate: number | null = null
  #lowLossSince: number | null = null
  #upgradedAt = -Infinity

  get layer(): VideoLayer {
    return this.#layer
  }

  addReport(report: LinkReport, now: number): void {
    if (this.#layer === 'high') this.#checkDowngrade(report, now)
    else this.#checkUpgrade(report, now)
  }

  #checkDowngrade(report: LinkReport, now: number): void {
    const sinceUpgradeMs = now - this.#upgradedAt
    const isRising = (report.estimatedBitrate ?? 0) > (this.#lastEstimatedBitrate ?? Infinity)
    this.#lastEstimatedBitrate = report.estimatedBitrate
    const strikes = strikesFor(
      isRising || sinceUpgradeMs < STABILIZATION_MS ? { ...report, estimatedBitrate: null } : report,
    )
    this.#strikes = strikes === 0 ? 0 : this.#strikes + strikes
    if (this.#strikes >= MAX_STRIKES) this.#downgrade(sinceUpgradeMs)
    else if (sinceUpgradeMs >= PROVEN_UPGRADE_MS) this.#backoffMs = MIN_BACKOFF_MS
  }

  #downgrade(sinceUpgradeMs: number): void {
    if (sinceUpgradeMs < FAILED_UPGRADE_MS) this.#backoffMs = Math.min(2 * this.#backoffMs, MAX_BACKOFF_MS)
    this.#layer = 'low'
    this.#strikes = 0
    this.#lowLossSince = null
  }

  #checkUpgrade({ fractionLost }: LinkReport, now: number): void {
    if (fractionLost > LOW_LOSS) this.#lowLossSince = null
    else if (this.#lowLossSince === null) this.#lowLossSince = now
    else if (now - this.#lowLossSince >= this.#backoffMs) {
      this.#layer = 'high'
      this.#upgradedAt = now
    }
  }
}

function strikesFor({ fractionLost, estimatedBitrate, requiredBitrate }: LinkReport): number {
  if (fractionLost >= SEVERE_LOSS) return MAX_STRIKES
  const isShort = (factor: number) => estimatedBitrate !== null && estimatedBitrate * factor < requiredBitrate
  if (fractionLost >= HIGH_LOSS || isShort(SEVERE_SHORTAGE_FACTOR)) return 2
  return isShort(SHORTAGE_FACTOR) ? 1 : 0
}

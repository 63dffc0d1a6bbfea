import type { VideoLayer } from '../tracks/layer.ts'

/**
 * What a viewer's line did since the last such report, about a second ago. `loss` is 0 to 1, `estimate` what the browser
 * believes the line to carry and `needed` what the full picture takes, both in bits a second.
 */
export type LinkReport = { fractionLost: number; estimatedBitrate: number | null; requiredBitrate: number }

/** So much loss shows at once. */
const SEVERE_LOSS = 0.2
/** So much is repaired for a while, at the price of more packets. */
const HIGH_LOSS = 0.08
const LOW_LOSS = 0.05
/** Estimates waver, and fall with every large keyframe. */
const SHORTAGE_FACTOR = 1.15
const SEVERE_SHORTAGE_FACTOR = 2
const MAX_STRIKES = 4
/** What was under way when the picture changed is still of the one before. */
const STABILIZATION_MS = 3_000
const MIN_BACKOFF_MS = 10_000
const MAX_BACKOFF_MS = 160_000
/** Who falls back so soon after it went up went up too early. */
const FAILED_UPGRADE_MS = 20_000
const PROVEN_UPGRADE_MS = 60_000

/**
 * Chooses the picture for a viewer's line. Down at four strikes in a row of reports: 20 % loss counts four, 8 % loss or
 * an estimate of half of what is needed two, one that is merely too low one, and a report without trouble forgets them.
 * An estimate that rises is no trouble: the browser is finding out. Up, as a trial, after 10 s without trouble; a trial
 * that fails within 20 s doubles the wait for the next, up to 160 s, and a minute on the full picture makes it 10 s
 * again. Times are milliseconds.
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

import type { Picture } from './layer.ts'

/**
 * What a viewer's browser says about its line since it last did, about once a second. `loss` is 0 to 1, `estimate`
 * what it believes the line to carry and `needed` what the full picture takes now, both in bits a second.
 */
export type LineReport = { loss: number; estimate: number | null; needed: number }

/** So much loss shows at once; half of it is repaired for a while, at the price of more packets. */
const BAD_LOSS = 0.12
const POOR_LOSS = 0.05
const CALM_LOSS = 0.02
/** Estimates waver: the full picture is given up when it takes this much more than they allow. */
const TIGHT = 1.15
const POOR_REPORTS = 2
const FIRST_PATIENCE_MS = 10_000
const MOST_PATIENCE_MS = 160_000
/** Who falls back so soon after it went up went up too early. */
const FAILED_WITHIN_MS = 20_000
const PROVEN_MS = 60_000

/**
 * Chooses the picture for a viewer's line. Down at a report with 12 % loss, or at two in a row with 5 % or with an
 * estimate too low for the full picture. Up, as a trial, after 10 s without trouble; a trial that fails within 20 s
 * doubles the wait for the next, up to 160 s, and a minute on the full picture makes it 10 s again. An estimate never
 * holds back a trial: a browser that gets little does not know that it could get more. Times are milliseconds.
 */
export class AutoQuality {
  #picture: Picture = 'high'
  #patience = FIRST_PATIENCE_MS
  #poorReports = 0
  #calmSince: number | null = null
  #wentUpAt: number | null = null

  get picture(): Picture {
    return this.#picture
  }

  report(line: LineReport, now: number): void {
    if (this.#picture === 'high') this.#judge(line, now)
    else this.#wait(line, now)
  }

  #judge({ loss, estimate, needed }: LineReport, now: number): void {
    const isPoor = loss >= POOR_LOSS || (estimate !== null && estimate * TIGHT < needed)
    this.#poorReports = isPoor ? this.#poorReports + 1 : 0
    if (loss >= BAD_LOSS || this.#poorReports >= POOR_REPORTS) this.#goDown(now)
    else if (this.#wentUpAt !== null && now - this.#wentUpAt >= PROVEN_MS) this.#patience = FIRST_PATIENCE_MS
  }

  #goDown(now: number): void {
    const hasFailed = this.#wentUpAt !== null && now - this.#wentUpAt < FAILED_WITHIN_MS
    if (hasFailed) this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE_MS)
    this.#picture = 'low'
    this.#poorReports = 0
    this.#calmSince = null
  }

  #wait({ loss }: LineReport, now: number): void {
    if (loss > CALM_LOSS) this.#calmSince = null
    else if (this.#calmSince === null) this.#calmSince = now
    else if (now - this.#calmSince >= this.#patience) {
      this.#picture = 'high'
      this.#wentUpAt = now
    }
  }
}

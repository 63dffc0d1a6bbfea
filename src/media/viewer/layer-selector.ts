import type { Picture } from '../tracks/layer.ts'

/**
 * What a viewer's line did since the last such report, about a second ago. `loss` is 0 to 1, `estimate` what the browser
 * believes the line to carry and `needed` what the full picture takes, both in bits a second.
 */
export type LineReport = { loss: number; estimate: number | null; needed: number }

/** So much loss shows at once. */
const BAD_LOSS = 0.2
/** So much is repaired for a while, at the price of more packets. */
const POOR_LOSS = 0.08
const CALM_LOSS = 0.05
/** Estimates waver, and fall with every large keyframe. */
const TIGHT = 1.15
const FAR_TOO_TIGHT = 2
const MOST_STRIKES = 4
/** What was under way when the picture changed is still of the one before. */
const SETTLING_MS = 3_000
const FIRST_PATIENCE_MS = 10_000
const MOST_PATIENCE_MS = 160_000
/** Who falls back so soon after it went up went up too early. */
const FAILED_WITHIN_MS = 20_000
const PROVEN_MS = 60_000

/**
 * Chooses the picture for a viewer's line. Down at four strikes in a row of reports: 20 % loss counts four, 8 % loss or
 * an estimate of half of what is needed two, one that is merely too low one, and a report without trouble forgets them.
 * An estimate that rises is no trouble: the browser is finding out. Up, as a trial, after 10 s without trouble; a trial
 * that fails within 20 s doubles the wait for the next, up to 160 s, and a minute on the full picture makes it 10 s
 * again. Times are milliseconds.
 */
export class AutoQuality {
  #picture: Picture = 'high'
  #patience = FIRST_PATIENCE_MS
  #strikes = 0
  #lastEstimate: number | null = null
  #calmSince: number | null = null
  #wentUpAt = -Infinity

  get picture(): Picture {
    return this.#picture
  }

  report(line: LineReport, now: number): void {
    if (this.#picture === 'high') this.#judge(line, now)
    else this.#wait(line, now)
  }

  #judge(line: LineReport, now: number): void {
    const passed = now - this.#wentUpAt
    const isRising = (line.estimate ?? 0) > (this.#lastEstimate ?? Infinity)
    this.#lastEstimate = line.estimate
    const strikes = strikesOf(isRising || passed < SETTLING_MS ? { ...line, estimate: null } : line)
    this.#strikes = strikes === 0 ? 0 : this.#strikes + strikes
    if (this.#strikes >= MOST_STRIKES) this.#goDown(passed)
    else if (passed >= PROVEN_MS) this.#patience = FIRST_PATIENCE_MS
  }

  #goDown(passed: number): void {
    if (passed < FAILED_WITHIN_MS) this.#patience = Math.min(2 * this.#patience, MOST_PATIENCE_MS)
    this.#picture = 'low'
    this.#strikes = 0
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

function strikesOf({ loss, estimate, needed }: LineReport): number {
  if (loss >= BAD_LOSS) return MOST_STRIKES
  const isShortBy = (factor: number) => estimate !== null && estimate * factor < needed
  if (loss >= POOR_LOSS || isShortBy(FAR_TOO_TIGHT)) return 2
  return isShortBy(TIGHT) ? 1 : 0
}

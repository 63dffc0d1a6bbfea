import { AutoQuality } from './layer-selector.ts'
import type { Picture } from '../tracks/layer.ts'

/** Browsers report up to five times a second: of so few packets one that is lost would look like many. */
const WINDOW_MS = 1000

/**
 * What a viewer's browser tells of its line, gathered for about a second. A lost packet that was sent again counts as
 * received there: hence what was asked for again counts as lost, too.
 */
export class ViewerLine {
  readonly #auto = new AutoQuality()
  #shown: Picture | null = null
  #since = -Infinity
  #sent = 0
  #sentBeforeReport = 0
  #lost = 0
  readonly #askedAgain = new Set<number>()
  #estimate: number | null = null

  /** The picture that the line carries. */
  get picture(): Picture {
    return this.#auto.picture
  }

  noteSent(): void {
    this.#sent++
  }

  noteAskedAgain(sequences: number[]): void {
    for (const sequence of sequences) this.#askedAgain.add(sequence)
  }

  noteEstimate(bitrate: number): void {
    this.#estimate = bitrate
  }

  /**
   * The browser's report on the picture that it is shown. `fractionLost` is 0 to 1 since the report before, `needed` the
   * bits a second of the full picture, `now` milliseconds.
   */
  report(shown: Picture, fractionLost: number, needed: number, now: number): void {
    if (shown !== this.#shown) return this.#begin(shown, now)
    this.#lost += fractionLost * (this.#sent - this.#sentBeforeReport)
    this.#sentBeforeReport = this.#sent
    if (now - this.#since < WINDOW_MS) return
    const loss = this.#sent === 0 ? 0 : Math.min(1, Math.max(this.#lost, this.#askedAgain.size) / this.#sent)
    // How a line carries one picture says little about the other.
    if (shown === this.#auto.picture) this.#auto.report({ loss, estimate: this.#estimate, needed }, now)
    this.#begin(shown, now)
  }

  #begin(shown: Picture, now: number): void {
    this.#shown = shown
    this.#since = now
    this.#sent = this.#sentBeforeReport = this.#lost = 0
    this.#askedAgain.clear()
    this.#estimate = null
  }
}

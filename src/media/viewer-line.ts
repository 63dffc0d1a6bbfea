import { AutoQuality } from './auto-quality.ts'
import type { Picture } from './layer.ts'

/**
 * What a viewer's browser tells of its line, gathered until its next report. A lost packet that was sent again counts
 * as received there: hence what was asked for again counts as lost, too.
 */
export class ViewerLine {
  readonly #auto = new AutoQuality()
  #sent = 0
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

  /** `fractionLost` is 0 to 1, `needed` the bits a second of the full picture, `now` milliseconds. */
  report(fractionLost: number, needed: number, now: number): void {
    const askedAgain = this.#sent === 0 ? 0 : this.#askedAgain.size / this.#sent
    const loss = Math.min(1, Math.max(fractionLost, askedAgain))
    this.#auto.report({ loss, estimate: this.#estimate, needed }, now)
    this.#sent = 0
    this.#askedAgain.clear()
    this.#estimate = null
  }
}

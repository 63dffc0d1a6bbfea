import { LayerSelector } from './layer-selector.ts'
import type { VideoLayer } from '../tracks/layer.ts'

/** Browsers report up to five times a second: of so few packets one that is lost would look like many. */
const WINDOW_MS = 1000

/**
 * What a viewer's browser tells of its line, gathered for about a second. A lost packet that was sent again counts as
 * received there: hence what was asked for again counts as lost, too.
 */
export class LinkEstimator {
  readonly #layerSelector = new LayerSelector()
  #currentLayer: VideoLayer | null = null
  #windowStart = -Infinity
  #sent = 0
  #sentAtLastReport = 0
  #lost = 0
  readonly #nackedSequences = new Set<number>()
  #estimatedBitrate: number | null = null

  /** The picture that the line carries. */
  get layer(): VideoLayer {
    return this.#layerSelector.layer
  }

  countSent(): void {
    this.#sent++
  }

  addNack(sequences: number[]): void {
    for (const sequence of sequences) this.#nackedSequences.add(sequence)
  }

  setEstimatedBitrate(bitsPerSecond: number): void {
    this.#estimatedBitrate = bitsPerSecond
  }

  /**
   * The browser's report on the picture that it is shown. `fractionLost` is 0 to 1 since the report before, `needed` the
   * bits a second of the full picture, `now` milliseconds.
   */
  addReceiverReport(layer: VideoLayer, reportedLoss: number, requiredBitrate: number, now: number): void {
    if (layer !== this.#currentLayer) return this.#startWindow(layer, now)
    this.#lost += reportedLoss * (this.#sent - this.#sentAtLastReport)
    this.#sentAtLastReport = this.#sent
    if (now - this.#windowStart < WINDOW_MS) return
    const fractionLost =
      this.#sent === 0 ? 0 : Math.min(1, Math.max(this.#lost, this.#nackedSequences.size) / this.#sent)
    // How a line carries one picture says little about the other.
    if (layer === this.#layerSelector.layer)
      this.#layerSelector.addReport(
        { fractionLost, estimatedBitrate: this.#estimatedBitrate, requiredBitrate },
        now,
      )
    this.#startWindow(layer, now)
  }

  #startWindow(layer: VideoLayer, now: number): void {
    this.#currentLayer = layer
    this.#windowStart = now
    this.#sent = this.#sentAtLastReport = this.#lost = 0
    this.#nackedSequences.clear()
    this.#estimatedBitrate = null
  }
}

import type { VideoLayer } from '../tracks/layer.ts'
import { LayerSelector } from './layer-selector.ts'

/** Browsers report up to five times a second: one loss among so few packets would look like a high loss rate. */
const WINDOW_MS = 1000
/** A viewer that reports seldom has a longer window, in which it may request ever more packets. */
const MAX_NACKED_SEQUENCES = 2000

/**
 * Collects a viewer's RTCP feedback over windows of about a second. A retransmitted packet counts as received in
 * receiver reports, so packets that the viewer requested again count as lost here.
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

  /** The layer that suits the connection. */
  get layer(): VideoLayer {
    return this.#layerSelector.layer
  }

  countSent(): void {
    this.#sent++
  }

  addNack(sequences: number[]): void {
    for (const sequence of sequences)
      if (this.#nackedSequences.size < MAX_NACKED_SEQUENCES) this.#nackedSequences.add(sequence)
  }

  setEstimatedBitrate(bitsPerSecond: number): void {
    this.#estimatedBitrate = bitsPerSecond
  }

  /**
   * Adds the browser's receiver report on its current layer. `reportedLoss` is the fraction 0 to 1 since the previous
   * report, `requiredBitrate` that of the high layer in bits per second, `now` milliseconds.
   */
  addReceiverReport(layer: VideoLayer, reportedLoss: number, requiredBitrate: number, now: number): void {
    if (layer !== this.#currentLayer) return this.#startWindow(layer, now)
    this.#lost += reportedLoss * (this.#sent - this.#sentAtLastReport)
    this.#sentAtLastReport = this.#sent
    if (now - this.#windowStart < WINDOW_MS) return
    const fractionLost =
      this.#sent === 0 ? 0 : Math.min(1, Math.max(this.#lost, this.#nackedSequences.size) / this.#sent)
    // The loss on one layer says little about the other.
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

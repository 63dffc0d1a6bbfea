import type { StatsSample } from '#web/features/live/live/connection/stats-monitor.ts'

/** The video is stalled when nothing was received for this long, in ms. */
const STALL_MS = 3500
/** The same while the creator sends no media and only connectivity checks arrive, in ms. */
const SILENT_STALL_MS = 2 * STALL_MS

/** Detects from the samples of a connection whether the server has stopped responding. */
export class StallDetector {
  #aliveAt = 0
  #mediaAt = 0

  /** Starts over for a new connection. */
  reset(): void {
    this.#aliveAt = this.#mediaAt = 0
  }

  /**
   * `isConnected`: the socket is connected. Without it, a pause of the creator is not reported, so only media counts as
   * a sign of life.
   */
  isStalled(
    { bytesReceived, isAlive, at }: Pick<StatsSample, 'bytesReceived' | 'isAlive' | 'at'>,
    isConnected: boolean,
  ): boolean {
    if (isAlive) this.#aliveAt = at
    if (bytesReceived > 0 || this.#mediaAt === 0) this.#mediaAt = at
    // The connection is not established yet.
    if (this.#aliveAt === 0) return false
    if (!isConnected) return at - this.#mediaAt >= STALL_MS
    const isCreatorSilent = this.#aliveAt > this.#mediaAt
    return at - this.#aliveAt >= (isCreatorSilent ? SILENT_STALL_MS : STALL_MS)
  }
}

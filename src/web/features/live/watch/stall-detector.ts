import type { StatsSample } from '#web/features/live/connection/stats-monitor.ts'

/** Nothing came for so long, in ms: a picture stands still. */
const STILL_MS = 3500
/** Whoever sends nothing, camera and microphone off, is heard this seldom. */
const QUIET_MS = 2 * STILL_MS

/** Judges from one look at a connection to the next whether the server is still behind it. */
export class StallDetector {
  #heardAt = 0
  #receivedAt = 0

  /** Starts over for a new connection. */
  reset(): void {
    this.#heardAt = this.#receivedAt = 0
  }

  /** Without the socket (`isConnected`) nobody tells that the creator sends nothing now. */
  isStill(
    { received, isAlive, at }: Pick<StatsSample, 'received' | 'isHeard' | 'at'>,
    isConnected: boolean,
  ): boolean {
    if (isAlive) this.#heardAt = at
    if (received > 0 || this.#receivedAt === 0) this.#receivedAt = at
    // It is still being made.
    if (this.#heardAt === 0) return false
    if (!isConnected) return at - this.#receivedAt >= STILL_MS
    const isQuiet = this.#heardAt > this.#receivedAt
    return at - this.#heardAt >= (isQuiet ? QUIET_MS : STILL_MS)
  }
}

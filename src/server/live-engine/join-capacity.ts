/** Joins that an idle engine starts in the time of one heartbeat, which is 80 a second. */
const MAX_JOINS = 20
/** Share of the time in which the engine's event loop may work. The rest is for what its viewers cause later. */
const MAX_UTILIZATION = 0.85
/** An event loop that is later than this delays video visibly. */
const MAX_DELAY_MS = 200

/** Weight of the newest heartbeat: the average covers about a second, because a few joins fill one heartbeat's time. */
const SMOOTHING = 0.3

/** How busy the engine is, as in its heartbeat. */
export type EngineLoad = { utilization: number; delayMs: number }

/**
 * How many viewers an engine can take before its next heartbeat. A viewer costs most after its join, when its media
 * begins, so the fewer are admitted the less of the event loop is idle. Without a heartbeat there are none.
 */
export class JoinCapacity {
  #joinsLeft = 0
  #averageUtilization = 0

  update({ utilization, delayMs }: EngineLoad): void {
    this.#averageUtilization += SMOOTHING * (utilization - this.#averageUtilization)
    const idle = Math.max(0, MAX_UTILIZATION - this.#averageUtilization) / MAX_UTILIZATION
    this.#joinsLeft = delayMs > MAX_DELAY_MS ? 0 : Math.ceil(MAX_JOINS * idle)
  }

  tryTake(): boolean {
    if (this.#joinsLeft === 0) return false
    this.#joinsLeft -= 1
    return true
  }
}

import type { Frame } from 'node-av/lib'
import { type Rate, toNumber } from '../input/frame-rate.ts'

/**
 * Where in its interval a frame counts for the interval. A quarter tolerates imprecise timestamps, and takes every
 * second frame when the rate is halved.
 */
const PHASE = 0.25

/** Assigns the frames of a varying rate to the intervals of a constant one, before they are scaled. */
export class FrameSelector {
  readonly #rate: number
  #last = -1

  constructor(rate: Rate) {
    this.#rate = toNumber(rate)
  }

  /** Returns the interval of a frame, or null when the frame is not needed. Without a time it is the next interval. */
  select(second: number | null): number | null {
    const interval = second === null ? this.#last + 1 : Math.floor(second * this.#rate + PHASE)
    if (interval <= this.#last) return null
    this.#last = interval
    return interval
  }
}

/** Repeats frames for the intervals that have none, from interval 0 on. A frame is valid until the next one. */
export class FrameRepeater {
  #held: Frame | null = null
  #next = 0

  close(): void {
    this.#held?.free()
    this.#held = null
  }

  *repeat(frame: Frame): Generator<Frame> {
    const interval = Number(frame.pts)
    // The first frame is also shown before its time.
    if (this.#held) yield* this.#showHeldUntil(interval)
    this.#held?.free()
    this.#held = frame.clone()
  }

  *end(): Generator<Frame> {
    yield* this.#showHeldUntil(this.#next + 1)
  }

  *#showHeldUntil(interval: number): Generator<Frame> {
    for (; this.#held && this.#next < interval; this.#next += 1) {
      this.#held.pts = BigInt(this.#next)
      yield this.#held
    }
  }
}

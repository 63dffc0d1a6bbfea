import { sequenceDistance, sequenceOf } from '../rtp/rtp.ts'

/** A jump by more is a source that counts anew. */
const LARGEST_STEP = 3000
const MOST_WAITING = 2000

type Waiting = { packet: Buffer; at: number }
/** `at` is when it arrived (milliseconds); `isAfterGap` says that packets before it never came. */
type Take = (packet: Buffer, at: number, isAfterGap: boolean) => void

/**
 * Gives the packets of one track on in the order of their numbers. A missing one is waited for, since the engine asks
 * for it again; after `waitMs` it is given up.
 */
export class ReorderBuffer {
  readonly #waitMs: number
  readonly #take: Take
  /** By sequence number, in the order in which they arrived. */
  readonly #waiting = new Map<number, Waiting>()
  #next: number | null = null

  constructor(waitMs: number, take: Take) {
    this.#waitMs = waitMs
    this.#take = take
  }

  put(packet: Buffer, now: number): void {
    const sequence = sequenceOf(packet)
    const ahead = this.#next === null ? 0 : sequenceDistance(this.#next, sequence)
    if (ahead === 0 && this.#waiting.size === 0) return this.#give(packet, now, sequence, false)
    if (Math.abs(ahead) > LARGEST_STEP) {
      this.flush()
      return this.#give(packet, now, sequence, true)
    }
    if (ahead < 0) return
    this.#waiting.set(sequence, { packet, at: now })
    this.#giveInOrder()
    this.giveUp(now)
  }

  /** Goes on without what is missing for too long; called from time to time, also when nothing arrives. */
  giveUp(now: number): void {
    for (;;) {
      const [oldest] = this.#waiting.values()
      if (!oldest) return
      if (now - oldest.at < this.#waitMs && this.#waiting.size < MOST_WAITING) return
      this.#skip()
    }
  }

  /** Gives on all that is here. */
  flush(): void {
    while (this.#waiting.size > 0) this.#skip()
  }

  /** Gives on all that is here, and takes whatever number comes next for the first. */
  restart(): void {
    this.flush()
    this.#next = null
  }

  #skip(): void {
    const next = this.#next ?? 0
    let nearest = Infinity
    for (const sequence of this.#waiting.keys()) nearest = Math.min(nearest, sequenceDistance(next, sequence))
    const sequence = (next + nearest) & 0xffff
    const found = this.#waiting.get(sequence)
    this.#waiting.delete(sequence)
    if (found) this.#give(found.packet, found.at, sequence, nearest > 0)
    this.#giveInOrder()
  }

  #giveInOrder(): void {
    for (;;) {
      const sequence = this.#next ?? 0
      const found = this.#waiting.get(sequence)
      if (!found) return
      this.#waiting.delete(sequence)
      this.#give(found.packet, found.at, sequence, false)
    }
  }

  #give(packet: Buffer, at: number, sequence: number, isAfterGap: boolean): void {
    this.#next = (sequence + 1) & 0xffff
    this.#take(packet, at, isAfterGap)
  }
}

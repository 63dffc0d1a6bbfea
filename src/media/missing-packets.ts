import { sequenceDistance, sequenceOf } from './rtp.ts'

const FIRST_REQUEST_MS = 10
const REPEAT_MS = 40
const GIVE_UP_MS = 1000
const MOST_REQUESTS = 10
/** A larger gap is a pause or an outage: a keyframe mends it sooner than hundreds of old packets. */
const LARGEST_GAP = 200

/** Which packets of one source have not come, and when to ask for them again. Times are milliseconds. */
export class MissingPackets {
  readonly #missing = new Map<number, { since: number; requests: number }>()
  #highest: number | null = null

  get isEmpty(): boolean {
    return this.#missing.size === 0
  }

  /** Notes what came. Answers false when so much is missing that only a keyframe helps. */
  note(packet: Buffer, now: number): boolean {
    const sequence = sequenceOf(packet)
    if (this.#highest === null) {
      this.#highest = sequence
      return true
    }
    const ahead = sequenceDistance(this.#highest, sequence)
    if (ahead <= 0) {
      this.#missing.delete(sequence)
      return true
    }
    const first = this.#highest + 1
    this.#highest = sequence
    if (ahead > LARGEST_GAP) {
      this.#missing.clear()
      return false
    }
    for (let gap = 0; gap < ahead - 1; gap++)
      this.#missing.set((first + gap) & 0xffff, { since: now, requests: 0 })
    return true
  }

  /** The packets to ask for now, in the order in which they went missing. */
  takeDue(now: number): number[] {
    const due: number[] = []
    for (const [sequence, entry] of this.#missing) {
      if (entry.requests >= MOST_REQUESTS || now - entry.since > GIVE_UP_MS) this.#missing.delete(sequence)
      else if (now - entry.since >= FIRST_REQUEST_MS + entry.requests * REPEAT_MS) {
        entry.requests++
        due.push(sequence)
      }
    }
    return due
  }
}

import { sequenceDistance, sequenceOf } from '../rtp/rtp.ts'
import type { Kind } from '../sdp/parse-session.ts'

const FIRST_REQUEST_MS = 10
const REPEAT_MS = 40
const LONGEST_REPEAT_MS = 400
/** A larger gap is a pause or an outage: a keyframe mends it sooner than hundreds of old packets. */
const LARGEST_GAP = 200

/** A packet is given up after so many requests, or when it is so late that nobody waits for it any more. */
const LIMITS = {
  audio: { requests: 2, giveUpMs: 500 },
  video: { requests: 6, giveUpMs: 1000 },
} as const

type Missing = { since: number; requests: number; firstRequestAt: number; nextRequestAt: number }

/** Which packets of one source have not come, and when to ask for them again. Times are milliseconds. */
export class MissingPackets {
  readonly #missing = new Map<number, Missing>()
  #highest: number | null = null
  readonly #limits: { requests: number; giveUpMs: number }
  /** How long the answer to a request takes, as far as we know. */
  #answerMs = 0

  constructor(kind: Kind) {
    this.#limits = LIMITS[kind]
  }

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
      this.#arrived(sequence, now)
      return true
    }
    const first = this.#highest + 1
    this.#highest = sequence
    if (ahead > LARGEST_GAP) {
      this.#missing.clear()
      return false
    }
    const entry = { since: now, requests: 0, firstRequestAt: 0, nextRequestAt: now + FIRST_REQUEST_MS }
    for (let gap = 0; gap < ahead - 1; gap++) this.#missing.set((first + gap) & 0xffff, { ...entry })
    return true
  }

  /** The packets to ask for now, in the order in which they went missing, and whether others are given up. */
  takeDue(now: number): { due: number[]; areSomeLost: boolean } {
    const due: number[] = []
    let areSomeLost = false
    for (const [sequence, entry] of this.#missing) {
      if (this.#isHopeless(entry, now)) {
        this.#missing.delete(sequence)
        areSomeLost = true
      } else if (now >= entry.nextRequestAt) {
        if (entry.requests === 0) entry.firstRequestAt = now
        entry.nextRequestAt = now + this.#repeatMs(entry.requests++)
        due.push(sequence)
      }
    }
    return { due, areSomeLost }
  }

  /** The last request has its time as well. */
  #isHopeless({ requests, nextRequestAt, since }: Missing, now: number): boolean {
    return now - since > this.#limits.giveUpMs || (requests >= this.#limits.requests && now >= nextRequestAt)
  }

  /** Asking again before an answer can be there would fill a line that may be full already. */
  #repeatMs(requests: number): number {
    return Math.min(Math.max(1.25 * this.#answerMs, REPEAT_MS) * 2 ** requests, LONGEST_REPEAT_MS)
  }

  /** An answer may be the one to a later request: a quick one says more than a slow one. */
  #arrived(sequence: number, now: number): void {
    const entry = this.#missing.get(sequence)
    this.#missing.delete(sequence)
    if (!entry || entry.requests === 0) return
    const change = now - entry.firstRequestAt - this.#answerMs
    this.#answerMs += change / (change < 0 || this.#answerMs === 0 ? 2 : 8)
  }
}

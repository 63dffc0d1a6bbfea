import { sequenceDistance, sequenceOf } from '../rtp/rtp.ts'
import type { MediaKind } from '../sdp/parse-session.ts'

const FIRST_REQUEST_DELAY_MS = 10
const RETRY_DELAY_MS = 40
const MAX_RETRY_DELAY_MS = 400
/** A larger gap is a pause or an outage: a keyframe repairs it sooner than hundreds of old packets. */
const MAX_GAP = 200
/** With more missing packets only a keyframe helps; their sequence numbers still fit into one packet. */
const MAX_MISSING = 256
/** How long losses are ignored then: the keyframe is on its way. */
const OVERFLOW_PAUSE_MS = 200

/** A packet is given up after this many requests, or when it is too late to be useful. */
const LIMITS = {
  audio: { maxRequests: 2, maxAgeMs: 500 },
  video: { maxRequests: 6, maxAgeMs: 1000 },
} as const

type MissingPacket = {
  missingSince: number
  requests: number
  firstRequestedAt: number
  nextRequestAt: number
}

/**
 * Tracks which packets of one source are missing, and when to request them again by NACK. Times are milliseconds of a
 * monotonic clock.
 */
export class NackTracker {
  readonly #missing = new Map<number, MissingPacket>()
  #highest: number | null = null
  readonly #limits: { maxRequests: number; maxAgeMs: number }
  /** Smoothed time between a request and the retransmission that answers it. */
  #responseTimeMs = 0
  #pausedUntil = -Infinity

  constructor(kind: MediaKind) {
    this.#limits = LIMITS[kind]
  }

  get isEmpty(): boolean {
    return this.#missing.size === 0
  }

  /** Records an arrival. Returns false when so much is missing that only a keyframe helps. */
  addPacket(packet: Buffer, now: number): boolean {
    const sequence = sequenceOf(packet)
    if (this.#highest === null) {
      this.#highest = sequence
      return true
    }
    const distance = sequenceDistance(this.#highest, sequence)
    if (distance <= 0) {
      this.#resolve(sequence, now)
      return true
    }
    const firstMissing = this.#highest + 1
    this.#highest = sequence
    if (now < this.#pausedUntil) return true
    if (distance > MAX_GAP) return this.#giveUpAll()
    if (this.#missing.size + distance - 1 > MAX_MISSING) {
      this.#pausedUntil = now + OVERFLOW_PAUSE_MS
      return this.#giveUpAll()
    }
    const entry = {
      missingSince: now,
      requests: 0,
      firstRequestedAt: 0,
      nextRequestAt: now + FIRST_REQUEST_DELAY_MS,
    }
    for (let gap = 0; gap < distance - 1; gap++)
      this.#missing.set((firstMissing + gap) & 0xffff, { ...entry })
    return true
  }

  /** Returns the packets to request now, in the order in which they went missing, and whether others were given up. */
  takeDueRequests(now: number): { dueSequences: number[]; hasGivenUp: boolean } {
    const dueSequences: number[] = []
    let hasGivenUp = false
    for (const [sequence, entry] of this.#missing) {
      if (this.#isExpired(entry, now)) {
        this.#missing.delete(sequence)
        hasGivenUp = true
      } else if (now >= entry.nextRequestAt) {
        if (entry.requests === 0) entry.firstRequestedAt = now
        entry.nextRequestAt = now + this.#retryDelayMs(entry.requests++)
        dueSequences.push(sequence)
      }
    }
    return { dueSequences, hasGivenUp }
  }

  #giveUpAll(): false {
    this.#missing.clear()
    return false
  }

  /** The last request also waits for its retry delay. */
  #isExpired({ requests, nextRequestAt, missingSince }: MissingPacket, now: number): boolean {
    return (
      now - missingSince > this.#limits.maxAgeMs ||
      (requests >= this.#limits.maxRequests && now >= nextRequestAt)
    )
  }

  /** A retry before the retransmission can have arrived would congest a link that may be full already. */
  #retryDelayMs(requests: number): number {
    return Math.min(Math.max(1.25 * this.#responseTimeMs, RETRY_DELAY_MS) * 2 ** requests, MAX_RETRY_DELAY_MS)
  }

  /** The retransmission may answer a later request than the first, so a shorter time weighs more than a longer one. */
  #resolve(sequence: number, now: number): void {
    const entry = this.#missing.get(sequence)
    this.#missing.delete(sequence)
    if (!entry || entry.requests === 0) return
    const change = now - entry.firstRequestedAt - this.#responseTimeMs
    this.#responseTimeMs += change / (change < 0 || this.#responseTimeMs === 0 ? 2 : 8)
  }
}

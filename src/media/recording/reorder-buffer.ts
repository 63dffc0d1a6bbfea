import { sequenceDistance, sequenceOf } from '../rtp/rtp.ts'

/** A larger jump is a source that restarted. */
const MAX_SEQUENCE_STEP = 3000
const MAX_QUEUED_PACKETS = 2000

type QueuedPacket = { packet: Buffer; at: number }
/** `at` is the arrival time (milliseconds); `isAfterGap` is true when packets before it were lost. */
type OnPacket = (packet: Buffer, at: number, isAfterGap: boolean) => void

/**
 * Passes the packets of one track on in sequence order. Waits `waitMs` for a missing one, because the engine requests
 * its retransmission, and then skips it.
 */
export class ReorderBuffer {
  readonly #waitMs: number
  readonly #onPacket: OnPacket
  /** By sequence number, in the order of arrival. */
  readonly #queue = new Map<number, QueuedPacket>()
  #nextSequence: number | null = null

  constructor(waitMs: number, onPacket: OnPacket) {
    this.#waitMs = waitMs
    this.#onPacket = onPacket
  }

  put(packet: Buffer, now: number): void {
    const sequence = sequenceOf(packet)
    const distance = this.#nextSequence === null ? 0 : sequenceDistance(this.#nextSequence, sequence)
    if (distance === 0 && this.#queue.size === 0) return this.#emit(packet, now, sequence, false)
    if (Math.abs(distance) > MAX_SEQUENCE_STEP) {
      this.flush()
      return this.#emit(packet, now, sequence, true)
    }
    if (distance < 0) return
    this.#queue.set(sequence, { packet, at: now })
    this.#emitInOrder()
    this.skipExpired(now)
  }

  /** Skips packets that are missing for too long. Called from time to time, also while nothing arrives. */
  skipExpired(now: number): void {
    for (;;) {
      const [oldest] = this.#queue.values()
      if (!oldest) return
      if (now - oldest.at < this.#waitMs && this.#queue.size < MAX_QUEUED_PACKETS) return
      this.#skipGap()
    }
  }

  /** Passes on everything in the buffer. */
  flush(): void {
    while (this.#queue.size > 0) this.#skipGap()
  }

  /** Passes on everything in the buffer, and accepts any sequence number next. */
  restart(): void {
    this.flush()
    this.#nextSequence = null
  }

  #skipGap(): void {
    const next = this.#nextSequence ?? 0
    let minDistance = Infinity
    for (const sequence of this.#queue.keys())
      minDistance = Math.min(minDistance, sequenceDistance(next, sequence))
    const sequence = (next + minDistance) & 0xffff
    const found = this.#queue.get(sequence)
    this.#queue.delete(sequence)
    if (found) this.#emit(found.packet, found.at, sequence, minDistance > 0)
    this.#emitInOrder()
  }

  #emitInOrder(): void {
    for (;;) {
      const sequence = this.#nextSequence ?? 0
      const found = this.#queue.get(sequence)
      if (!found) return
      this.#queue.delete(sequence)
      this.#emit(found.packet, found.at, sequence, false)
    }
  }

  #emit(packet: Buffer, at: number, sequence: number, isAfterGap: boolean): void {
    this.#nextSequence = (sequence + 1) & 0xffff
    this.#onPacket(packet, at, isAfterGap)
  }
}

import type { FastifyRequest } from 'fastify'
import { limit } from '#shared/settings/limits.ts'

/** Largest number of bodies of the largest size in memory. */
const MAX_LARGEST_BODIES = 3
/** Bodies up to this size, such as posters, have memory of their own: larger ones cannot keep them out. */
const MEDIUM_BYTES = 1024 ** 2
const MAX_MEDIUM_BYTES = 24 * MEDIUM_BYTES
/** A body that has arrived more slowly than this, in bytes per second, loses its slot when another one needs it. */
const MIN_RATE_UNDER_CONTENTION = 64 * 1024
/** A body is given this time before its rate counts. */
const GRACE_MS = 10_000

type Slot = {
  caller: string
  bytes: number
  refCount: number
  startedAt: number
  /** Bytes that the connection had received before. */
  bytesBefore: number
  eviction: AbortController
}

/** The large bodies that are in memory, by request. */
export class LargeBodySlots {
  readonly #slots = new Map<FastifyRequest, Slot>()

  /**
   * Returns the signal that is aborted when the body arrives slowly and another one needs its memory. Returns null if
   * the caller has a slot already, or if the bodies would be too large together, also without the slow ones.
   */
  acquire(request: FastifyRequest, caller: string, bytes: number): AbortSignal | null {
    if ([...this.#slots.values()].some((slot) => slot.caller === caller)) return null
    const others = [...this.#slots].filter(
      ([, slot]) => isMedium(slot.bytes) === isMedium(bytes) && !slot.eviction.signal.aborted,
    )
    const maxBytes = isMedium(bytes) ? MAX_MEDIUM_BYTES : MAX_LARGEST_BODIES * limit('postBytes')
    let sum = others.reduce((total, [, slot]) => total + slot.bytes, bytes)
    const slow = others.filter(isSlow).toSorted(([, one], [, other]) => other.bytes - one.bytes)
    let evictedCount = 0
    while (sum > maxBytes && evictedCount < slow.length) sum -= slow[evictedCount++]?.[1].bytes ?? 0
    // A single body always fits, whatever the operator's limit.
    if (sum > maxBytes && others.length > evictedCount) return null
    for (const [, { eviction }] of slow.slice(0, evictedCount)) eviction.abort()
    const bytesBefore = request.raw.socket.bytesRead
    const eviction = new AbortController()
    this.#slots.set(request, { caller, bytes, refCount: 1, startedAt: Date.now(), bytesBefore, eviction })
    return eviction.signal
  }

  /** Adds a reference to the slot of a request, if it has one. */
  retain(request: FastifyRequest): void {
    const slot = this.#slots.get(request)
    if (slot) slot.refCount += 1
  }

  /** Removes a reference; frees the slot after the last one. */
  release(request: FastifyRequest): void {
    const slot = this.#slots.get(request)
    if (!slot) return
    slot.refCount -= 1
    if (slot.refCount === 0) this.#slots.delete(request)
  }
}

const isMedium = (bytes: number) => bytes <= MEDIUM_BYTES

function isSlow([{ raw }, { startedAt, bytesBefore }]: [FastifyRequest, Slot]): boolean {
  const ms = Date.now() - startedAt
  if (raw.complete || ms < GRACE_MS) return false
  return ((raw.socket.bytesRead - bytesBefore) * 1000) / ms < MIN_RATE_UNDER_CONTENTION
}

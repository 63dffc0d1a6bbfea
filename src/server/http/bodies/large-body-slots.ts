import type { FastifyRequest } from 'fastify'
import { limit } from '#shared/settings/limits.ts'

/** Largest number of bodies of the largest size in memory. */
const MAX_LARGEST_BODIES = 3

type Slot = { caller: string; bytes: number; refCount: number }

/** The large bodies that are in memory, by request. */
export class LargeBodySlots {
  readonly #slots = new Map<FastifyRequest, Slot>()

  /** Returns false if the caller has a slot already, or if the bodies would be too large together. */
  acquire(request: FastifyRequest, caller: string, bytes: number): boolean {
    const others = [...this.#slots.values()]
    const sum = others.reduce((total, slot) => total + slot.bytes, bytes)
    if (others.some((slot) => slot.caller === caller)) return false
    if (others.length > 0 && sum > MAX_LARGEST_BODIES * limit('postBytes')) return false
    this.#slots.set(request, { caller, bytes, refCount: 1 })
    return true
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

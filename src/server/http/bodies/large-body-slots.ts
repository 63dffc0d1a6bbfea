import type { FastifyRequest } from 'fastify'
import { limit } from '#shared/settings/limits.ts'

/** How many of the largest bodies are in memory at once. */
const LARGEST_AT_ONCE = 3

type Place = { caller: string; bytes: number; users: number }

/** Who has a large body in memory, and how much of it there is in all. */
export class LargeBodySlots {
  readonly #places = new Map<FastifyRequest, Place>()

  /** False where the caller has one already, or where there is no room. */
  acquire(request: FastifyRequest, caller: string, bytes: number): boolean {
    const others = [...this.#places.values()]
    const sum = others.reduce((all, place) => all + place.bytes, bytes)
    if (others.some((place) => place.caller === caller)) return false
    if (others.length > 0 && sum > LARGEST_AT_ONCE * limit('postBytes')) return false
    this.#places.set(request, { caller, bytes, users: 1 })
    return true
  }

  has(request: FastifyRequest): boolean {
    return this.#places.has(request)
  }

  /** One more who needs the body of a request. */
  keep(request: FastifyRequest): void {
    const place = this.#places.get(request)
    if (place) place.users += 1
  }

  /** The place is free when nobody needs the body any more. */
  release(request: FastifyRequest): void {
    const place = this.#places.get(request)
    if (!place) return
    place.users -= 1
    if (place.users === 0) this.#places.delete(request)
  }
}

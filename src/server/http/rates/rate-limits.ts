import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { FIXED_RATES, RATES, type RateName } from '#shared/settings/limit-settings.ts'
import { rateLimited } from '#server/http/errors.ts'
import { type Limiter, Outage, type SharedCounts, SharedLimiter } from './shared-limiter.ts'

/** `points` requests per window of `seconds`. */
type RateLimit = { points: number; seconds: number }
/** A limit with a name, which separates its counters from those of others. */
export type Rate = RateLimit & { name: string }
/** Limits that replace the defaults, by the name of the rate. */
export type RateOverrides = Record<string, RateLimit>
export type RateLimits = ReturnType<typeof createRateLimits>

export const rateOf = (name: RateName): Rate => ({ name, ...ALL_RATES[name] })

const ALL_RATES: Record<RateName, RateLimit> = { ...RATES, ...FIXED_RATES }

/**
 * Rates with windows of this length by default protect accounts, mailboxes and figures: all nodes count them together,
 * in the database. Those with shorter ones protect the work of a process, and are counted in its memory.
 */
const SHARED_SECONDS = 15 * 60

type NamedLimiter = { limiter: Limiter; keyOf: (key: string) => string }

/**
 * Creates the rate limits of this process; without `shared`, all are counted in memory. Keys are user ids, visitor ids
 * or addresses. `limitOf` returns the current limit of a rate: after a change, counts stay, and a window that has begun
 * keeps its end. While the database is unavailable, each process counts for itself.
 *
 * To count a shared rate takes a connection: it must not be done within a transaction, which would wait for a second
 * one while it holds its own and its locks.
 */
export function createRateLimits(limitOf: (rate: Rate) => RateLimit, shared?: SharedCounts) {
  const limiters = new Map<string, NamedLimiter>()
  const outage = shared && new Outage(shared.log)
  const find = (rate: Rate): NamedLimiter => {
    const { points, seconds: duration } = limitOf(rate)
    const existing = limiters.get(rate.name)
    if (existing) {
      existing.limiter.setLimit({ points, duration })
      return existing
    }
    const isShared = shared && outage && rate.seconds >= SHARED_SECONDS
    const created: NamedLimiter = isShared
      ? { limiter: new SharedLimiter(rate.name, { points, duration }, shared.pool, outage), keyOf: digest }
      : { limiter: inMemory({ points, duration }), keyOf: boundedKey }
    limiters.set(rate.name, created)
    return created
  }
  const consume = (rate: Rate, key: string) => {
    const { limiter, keyOf } = find(rate)
    return limiter.consume(keyOf(key))
  }
  const get = (rate: Rate, key: string) => {
    const { limiter, keyOf } = find(rate)
    return limiter.get(keyOf(key))
  }
  return {
    /** Counts one; throws 429 with Retry-After when the limit is reached. */
    async consume(rate: Rate, key: string): Promise<void> {
      try {
        await consume(rate, key)
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? rateLimited(seconds(refusal)) : refusal
      }
    },
    /** Counts one, and returns false when the limit is reached. */
    async tryConsume(rate: Rate, key: string): Promise<boolean> {
      try {
        await consume(rate, key)
        return true
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return false
        throw refusal
      }
    },
    /** Throws 429 with Retry-After when the limit is reached; counts nothing. */
    async check(rate: Rate, key: string): Promise<void> {
      const state = await get(rate, key)
      if (state && state.remainingPoints <= 0) throw rateLimited(seconds(state))
    },
    /** Whether the limit is reached; counts nothing. */
    async isReached(rate: Rate, key: string): Promise<boolean> {
      const state = await get(rate, key)
      return state !== null && state.remainingPoints <= 0
    },
    /** Undoes one `consume`, for limits that only count failures. */
    async refund(rate: Rate, key: string): Promise<void> {
      const { limiter, keyOf } = find(rate)
      await limiter.reward(keyOf(key))
    },
    /** Whether anything has been counted in the current window. */
    async has(rate: Rate, key: string): Promise<boolean> {
      return (await get(rate, key)) !== null
    },
  }
}

function inMemory(limit: { points: number; duration: number }): Limiter {
  const memory = new RateLimiterMemory(limit)
  return {
    setLimit: (changed) => void Object.assign(memory, changed),
    consume: (key) => memory.consume(key),
    get: (key) => memory.get(key),
    reward: (key) => memory.reward(key),
  }
}

/** Enough for an e-mail address and an IP address. */
const MAX_KEY_LENGTH = 320

/** Limits the memory that keys chosen by callers use: a longer key is counted by its digest. */
function boundedKey(key: string): string {
  return key.length <= MAX_KEY_LENGTH ? key : digest(key)
}

const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
}

/** Returns a normalized key for an address: the IPv4 address, or the /64 prefix of an IPv6 address. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/**
 * Returns the key of the network around an address that `addressKey` returned: the first three numbers of an IPv4
 * address, the /48 prefix of an IPv6 address, of which providers give one to a single customer.
 */
export function networkKey(address: string): string {
  const separator = address.includes(':') ? ':' : '.'
  return address.split(separator).slice(0, 3).join(separator)
}

import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { FIXED_RATES, RATES, type RateName } from '#shared/settings/limit-settings.ts'
import { rateLimited } from './errors.ts'

/** So many in a window of `seconds`. */
type RateLimit = { points: number; seconds: number }
/** A limit with a name, which keeps counters apart. */
export type Rate = RateLimit & { name: string }
/** Other numbers than the product's, by a rate's name. */
export type RateOverrides = Record<string, RateLimit>
export type RateLimits = ReturnType<typeof createRateLimits>

export const rateOf = (name: RateName): Rate => ({ name, ...ALL_RATES[name] })

const ALL_RATES: Record<RateName, RateLimit> = { ...RATES, ...FIXED_RATES }

/**
 * Counters of this process. Keys are member ids, visitors' marks or addresses. `limitOf` says what a rate allows
 * right now: what has been counted stays, and a window that has begun ends when it would have.
 */
export function createRateLimits(limitOf: (rate: Rate) => RateLimit) {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiter = (rate: Rate) => {
    const { points, seconds: duration } = limitOf(rate)
    const found = limiters.get(rate.name)
    if (found) return Object.assign(found, { points, duration })
    const made = new RateLimiterMemory({ points, duration })
    limiters.set(rate.name, made)
    return made
  }
  return {
    /** Counts one; throws 429 with Retry-After when there are none left. */
    async consume(rate: Rate, key: string): Promise<void> {
      try {
        await limiter(rate).consume(boundedKey(key))
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? rateLimited(seconds(refusal)) : refusal
      }
    },
    /** Throws 429 with Retry-After when there are none left, and counts nothing. */
    async check(rate: Rate, key: string): Promise<void> {
      const state = await limiter(rate).get(boundedKey(key))
      if (state && state.remainingPoints <= 0) throw rateLimited(seconds(state))
    },
    /** Uncounts one, for limits that count failures only. */
    async refund(rate: Rate, key: string): Promise<void> {
      await limiter(rate).reward(boundedKey(key))
    },
    /** Whether any has been counted in the window. */
    async has(rate: Rate, key: string): Promise<boolean> {
      return (await limiter(rate).get(boundedKey(key))) !== null
    },
  }
}

/** An e-mail address and an IP address fit as they are. */
const MAX_KEY = 320

/** Keeps what a caller names from filling the memory: a longer key is counted by its digest. */
function boundedKey(key: string): string {
  return key.length <= MAX_KEY ? key : createHash('sha256').update(key).digest('base64url')
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
}

/** What counts as one address, however it is written: an IPv4 address, or the /64 that an IPv6 line is given. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from './errors.ts'

/** So many in a window of `seconds`. The name keeps counters apart. */
export type Rate = { name: string; points: number; seconds: number }
/** Other numbers than the product's, by a rate's name. */
export type RateOverrides = Record<string, Pick<Rate, 'points' | 'seconds'>>
export type RateLimits = ReturnType<typeof createRateLimits>

/** Counters of this process. Keys are member ids, visitors' marks or addresses. */
export function createRateLimits(overrides: RateOverrides = {}) {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiter = ({ name, ...rate }: Rate) => {
    const found = limiters.get(name)
    if (found) return found
    const { points, seconds: duration } = overrides[name] ?? rate
    const made = new RateLimiterMemory({ points, duration })
    limiters.set(name, made)
    return made
  }
  return {
    /** Counts one; throws 429 with Retry-After when there are none left. */
    async take(rate: Rate, key: string): Promise<void> {
      try {
        await limiter(rate).consume(key)
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? rateLimited(seconds(refusal)) : refusal
      }
    },
    /** Uncounts one, for limits that count failures only. */
    async giveBack(rate: Rate, key: string): Promise<void> {
      await limiter(rate).reward(key)
    },
    /** Whether any has been counted in the window. */
    async has(rate: Rate, key: string): Promise<boolean> {
      return (await limiter(rate).get(key)) !== null
    },
  }
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

import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RATES, type RateName } from '#shared/limit-settings.ts'
import { rateLimited } from './errors.ts'

/** So many in a window of `seconds`. */
type Allowance = { points: number; seconds: number }
/** An allowance with a name, which keeps counters apart. */
export type Rate = Allowance & { name: string }
/** Other numbers than the product's, by a rate's name. */
export type RateOverrides = Record<string, Allowance>
export type RateLimits = ReturnType<typeof createRateLimits>

/** The rate that the operator may change as `limits.<name>`. */
export const rateOf = (name: RateName): Rate => ({ name, ...RATES[name] })

/**
 * Counters of this process. Keys are member ids, visitors' marks or addresses. `allowanceOf` says what a rate allows
 * right now: what has been counted stays, and a window that has begun ends when it would have.
 */
export function createRateLimits(allowanceOf: (rate: Rate) => Allowance) {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiter = (rate: Rate) => {
    const { points, seconds: duration } = allowanceOf(rate)
    const found = limiters.get(rate.name)
    if (found) return Object.assign(found, { points, duration })
    const made = new RateLimiterMemory({ points, duration })
    limiters.set(rate.name, made)
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

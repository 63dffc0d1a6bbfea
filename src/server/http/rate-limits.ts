import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from './errors.ts'

/** Points in a window of `seconds`; PRODUCT.md's table of limits. */
export const RATES = {
  failedSignInsOfAccount: { points: 10, seconds: 15 * 60 },
  failedSignInsOfAddress: { points: 300, seconds: 15 * 60 },
  registrations: { points: 120, seconds: 60 * 60 },
  streams: { points: 30, seconds: 10 * 60 },
  thumbnailPreviews: { points: 60, seconds: 10 * 60 },
  chat: { points: 8, seconds: 5 },
  joins: { points: 30, seconds: 60 },
  joinsOfAddress: { points: 600, seconds: 60 },
  rejoinFree: { points: 1, seconds: 10 * 60 },
} as const

type Name = keyof typeof RATES
export type Rates = Record<Name, { points: number; seconds: number }>
export type RateLimits = ReturnType<typeof createRateLimits>

/** Counters of this process. Keys are member ids, visitors' marks or addresses. */
export function createRateLimits(rates: Rates = RATES) {
  const limiters = new Map<Name, RateLimiterMemory>()
  const limiter = (name: Name) => {
    const found = limiters.get(name)
    if (found) return found
    const made = new RateLimiterMemory({ points: rates[name].points, duration: rates[name].seconds })
    limiters.set(name, made)
    return made
  }
  return {
    /** Counts one; throws 429 with Retry-After when there are none left. */
    async take(name: Name, key: string): Promise<void> {
      try {
        await limiter(name).consume(key)
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? rateLimited(seconds(refusal)) : refusal
      }
    },
    /** Uncounts one, for limits that count failures only. */
    async giveBack(name: Name, key: string): Promise<void> {
      await limiter(name).reward(key)
    },
    /** Whether any has been counted in the window. */
    async has(name: Name, key: string): Promise<boolean> {
      return (await limiter(name).get(key)) !== null
    },
  }
}

function seconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
}

/** What counts as one address: an IPv4 address, or the /64 that an IPv6 line is given. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':')
}

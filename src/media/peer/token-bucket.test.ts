import { expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

/** 8 Mbit/s are 1000 bytes a millisecond, of which a packet costs 64 besides its own. */
const PACKET = 1000 - 64

/** How many milliseconds it takes one packet of 1000 bytes or more in each. */
function lasts(allowance: TokenBucket, packets: number, forMs: number): number {
  for (let now = 0; now < forMs; now++)
    for (let packet = 0; packet < packets; packet++) if (!allowance.tryConsume(PACKET, now)) return now
  return forMs
}

it('lasts for ever at its rate', () => {
  expect(lasts(new TokenBucket(8_000_000, 100), 1, 5000)).toBe(5000)
})

it('has room for a burst, and ends when the burst goes on', () => {
  const ends = lasts(new TokenBucket(8_000_000, 100), 3, 5000)
  expect(ends).toBeGreaterThan(40)
  expect(ends).toBeLessThan(60)
})

it('fills up again in a pause, and not beyond its burst', () => {
  const allowance = new TokenBucket(8_000_000, 100)
  for (let packet = 0; packet < 100; packet++) expect(allowance.tryConsume(PACKET, 0)).toBe(true)
  expect(allowance.tryConsume(PACKET, 0)).toBe(false)
  for (let packet = 0; packet < 100; packet++) expect(allowance.tryConsume(PACKET, 60_000)).toBe(true)
  expect(allowance.tryConsume(PACKET, 60_000)).toBe(false)
})

it('counts a thousand empty packets as well', () => {
  const allowance = new TokenBucket(8_000_000, 1)
  const taken = Array.from({ length: 1000 }, () => allowance.tryConsume(0, 0)).filter(Boolean)
  expect(taken.length).toBe(15)
})

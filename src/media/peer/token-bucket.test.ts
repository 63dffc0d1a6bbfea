import { expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

/** 8 Mbit/s are 1000 bytes a millisecond; each packet is charged 64 bytes of overhead. */
const PACKET = 1000 - 64

/** Returns after how many milliseconds the bucket is empty, at so many packets of 1000 bytes a millisecond. */
function emptyAfterMs(bucket: TokenBucket, packets: number, forMs: number): number {
  for (let now = 0; now < forMs; now++)
    for (let packet = 0; packet < packets; packet++) if (!bucket.tryConsume(PACKET, now)) return now
  return forMs
}

it('allows its average rate for ever', () => {
  expect(emptyAfterMs(new TokenBucket(8_000_000, 100), 1, 5000)).toBe(5000)
})

it('allows a burst, and ends when the burst goes on', () => {
  const emptyAfter = emptyAfterMs(new TokenBucket(8_000_000, 100), 3, 5000)
  expect(emptyAfter).toBeGreaterThan(40)
  expect(emptyAfter).toBeLessThan(60)
})

it('refills in a pause, but not beyond its capacity', () => {
  const bucket = new TokenBucket(8_000_000, 100)
  for (let packet = 0; packet < 100; packet++) expect(bucket.tryConsume(PACKET, 0)).toBe(true)
  expect(bucket.tryConsume(PACKET, 0)).toBe(false)
  for (let packet = 0; packet < 100; packet++) expect(bucket.tryConsume(PACKET, 60_000)).toBe(true)
  expect(bucket.tryConsume(PACKET, 60_000)).toBe(false)
})

it('charges for empty packets as well', () => {
  const bucket = new TokenBucket(8_000_000, 1)
  const consumed = Array.from({ length: 1000 }, () => bucket.tryConsume(0, 0)).filter(Boolean)
  expect(consumed.length).toBe(15)
})

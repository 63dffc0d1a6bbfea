import { expect, it } from 'vitest'
import { TokenBucket } from './token-bucket.ts'

/** Returns after how many milliseconds the bucket is empty, at so many packets of 1000 bytes a millisecond. */
function emptyAfterMs(bucket: TokenBucket, packets: number, forMs: number): number {
  for (let now = 0; now < forMs; now++)
    for (let packet = 0; packet < packets; packet++) if (!bucket.tryConsume(1000, now)) return now
  return forMs
}

it('allows its average rate for ever', () => {
  expect(emptyAfterMs(new TokenBucket(1_000_000, 100), 1, 5000)).toBe(5000)
})

it('allows a burst, and ends when the burst goes on', () => {
  const emptyAfter = emptyAfterMs(new TokenBucket(1_000_000, 100), 3, 5000)
  expect(emptyAfter).toBeGreaterThan(40)
  expect(emptyAfter).toBeLessThan(60)
})

it('refills in a pause, but not beyond its capacity', () => {
  const bucket = new TokenBucket(1_000_000, 100)
  for (let packet = 0; packet < 100; packet++) expect(bucket.tryConsume(1000, 0)).toBe(true)
  expect(bucket.tryConsume(1000, 0)).toBe(false)
  for (let packet = 0; packet < 100; packet++) expect(bucket.tryConsume(1000, 60_000)).toBe(true)
  expect(bucket.tryConsume(1000, 60_000)).toBe(false)
})

it('charges nothing for what it refuses', () => {
  const bucket = new TokenBucket(1000, 1000)
  expect(bucket.tryConsume(1001, 0)).toBe(false)
  expect(bucket.tryConsume(1000, 0)).toBe(true)
  for (let now = 0; now < 100; now++) expect(bucket.tryConsume(200, now)).toBe(false)
  expect(bucket.tryConsume(200, 200)).toBe(true)
})

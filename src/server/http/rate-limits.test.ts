import { expect, test } from 'vitest'
import { addressKey, createRateLimits } from './rate-limits.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:3::1', '2001:db8:1:3:ffff::9'],
  ['2001:0DB8:0001:0003:0:0:0:2', '2001:db8:1:3::1'],
])('%s and %s count as one address', (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other))
})

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['2001:db8:1:3::1', '2001:db8:1:4::1'],
  ['::1', '127.0.0.1'],
])('%s and %s do not', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other))
})

test.each([
  [1, 'Try again in 1 second.'],
  [90, 'Try again in 90 seconds.'],
  [91, 'Try again in 2 minutes.'],
  [600, 'Try again in 10 minutes.'],
])('a wait of %d seconds is said as people count it', async (seconds, text) => {
  const limits = createRateLimits(() => ({ points: 1, seconds }))
  const take = () => limits.take({ name: 'posts', points: 1, seconds }, 'someone')
  await take()
  await expect(take()).rejects.toMatchObject({
    message: expect.stringContaining(text),
    status: 429,
    retryAfter: seconds,
  })
})

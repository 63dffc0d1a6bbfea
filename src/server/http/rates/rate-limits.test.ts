import { expect, onTestFinished, test, vi } from 'vitest'
import { HttpError } from '#server/http/errors.ts'
import { addressKey, createRateLimits, networkKey } from './rate-limits.ts'
import { inEnglish } from '#server/http/translations.ts'

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
])('%s and %s count as two addresses', (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other))
})

const isOneNetwork = (one: string, other: string) =>
  networkKey(addressKey(one)) === networkKey(addressKey(other))

test.each([
  ['203.0.113.7', '203.0.113.200', true],
  ['203.0.113.7', '203.0.114.7', false],
  ['2001:db8:1:3::1', '2001:db8:1:ffff::9', true],
  ['2001:db8:1:3::1', '2001:db8:2:3::1', false],
])('%s and %s are of one network: %s', (one, other, expected) => {
  expect(isOneNetwork(one, other)).toBe(expected)
})

test('keys of any length are counted, long ones by their digest', async () => {
  const limits = createRateLimits(() => ({ points: 1, seconds: 60 }))
  const rate = { name: 'posts', points: 1, seconds: 60 }
  const set = vi.spyOn(Map.prototype, 'set')
  onTestFinished(() => set.mockRestore())
  await limits.consume(rate, `${'x'.repeat(100_000)}1`)
  await expect(limits.consume(rate, `${'x'.repeat(100_000)}1`)).rejects.toMatchObject({ status: 429 })
  await limits.consume(rate, `${'x'.repeat(100_000)}2`)
  const keys = set.mock.calls.map(([key]) => String(key))
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(400)
})

test('checking a limit counts nothing', async () => {
  const limits = createRateLimits(() => ({ points: 1, seconds: 60 }))
  const rate = { name: 'posts', points: 1, seconds: 60 }
  await limits.check(rate, 'someone')
  expect(await limits.has(rate, 'someone')).toBe(false)
  await limits.consume(rate, 'someone')
  await expect(limits.check(rate, 'someone')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
})

test.each([
  [1, 'Try again in 1 second.'],
  [90, 'Try again in 90 seconds.'],
  [91, 'Try again in 2 minutes.'],
  [600, 'Try again in 10 minutes.'],
])('a wait of %d seconds is in seconds up to 90, then in minutes', async (seconds, text) => {
  const limits = createRateLimits(() => ({ points: 1, seconds }))
  const consume = () => limits.consume({ name: 'posts', points: 1, seconds }, 'someone')
  await consume()
  const refusal = await consume().catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 429, retryAfter: seconds })
  expect(refusal instanceof HttpError && refusal.body(inEnglish).message).toContain(text)
})

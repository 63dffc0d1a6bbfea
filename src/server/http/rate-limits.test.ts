import { expect, test } from 'vitest'
import { addressKey } from './rate-limits.ts'

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

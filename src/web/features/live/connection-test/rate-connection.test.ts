import { expect, test } from 'vitest'
import { rateConnection } from './rate-connection.ts'

const line = { bitsPerSecond: 2_100_000, isRelayed: false, roundTripMs: 20, lost: 0 }

test.each([
  [2_490_000, 720, true],
  [2_100_000, 720, false],
  [1_000_000, 480, false],
  [500_000, 360, false],
  [120_000, null, false],
  [0, null, false],
] as const)('a line of %d bits a second is good for %s lines', (bitsPerSecond, goodFor, isAtLeast) => {
  expect(rateConnection({ ...line, bitsPerSecond })).toMatchObject({ goodFor, isAtLeast })
})

test('delay and loss count from where viewers notice them', () => {
  expect(rateConnection(line)).toMatchObject({ isSlow: false, isLossy: false })
  expect(rateConnection({ ...line, roundTripMs: 400 })).toMatchObject({ isSlow: true })
  expect(rateConnection({ ...line, lost: 0.05 })).toMatchObject({ isLossy: true })
  expect(rateConnection({ ...line, roundTripMs: null, lost: null })).toMatchObject({
    isSlow: false,
    isLossy: false,
  })
})

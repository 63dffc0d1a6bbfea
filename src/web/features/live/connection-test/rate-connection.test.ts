import { expect, test } from 'vitest'
import { judgeLine } from './rate-connection.ts'

const line = { bitsPerSecond: 2_100_000, isRelayed: false, roundTripMs: 20, lost: 0 }

test.each([
  [2_490_000, 720, true],
  [2_100_000, 720, false],
  [1_000_000, 480, false],
  [500_000, 360, false],
  [120_000, null, false],
  [0, null, false],
] as const)('a line of %d bits a second is good for %s lines', (bitsPerSecond, goodFor, isAtLeast) => {
  expect(judgeLine({ ...line, bitsPerSecond })).toMatchObject({ goodFor, isAtLeast })
})

test('delay and loss count from where viewers notice them', () => {
  expect(judgeLine(line)).toMatchObject({ isSlow: false, isLossy: false })
  expect(judgeLine({ ...line, roundTripMs: 400 })).toMatchObject({ isSlow: true })
  expect(judgeLine({ ...line, lost: 0.05 })).toMatchObject({ isLossy: true })
  expect(judgeLine({ ...line, roundTripMs: null, lost: null })).toMatchObject({
    isSlow: false,
    isLossy: false,
  })
})

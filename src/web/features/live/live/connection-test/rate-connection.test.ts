import { expect, test } from 'vitest'
import { rateConnection } from './rate-connection.ts'

const upload = { bitsPerSecond: 2_100_000, isRelayed: false, roundTripMs: 20, packetLoss: 0 }

test.each([
  [2_490_000, 720, true],
  [2_100_000, 720, false],
  [1_000_000, 480, false],
  [500_000, 360, false],
  [120_000, null, false],
  [0, null, false],
] as const)(
  'an upload of %d bits per second carries a resolution of up to %s',
  (bitsPerSecond, maxResolution, isLowerBound) => {
    expect(rateConnection({ ...upload, bitsPerSecond })).toMatchObject({ maxResolution, isLowerBound })
  },
)

test('delay and loss are flagged above their thresholds', () => {
  expect(rateConnection(upload)).toMatchObject({ isSlow: false, isLossy: false })
  expect(rateConnection({ ...upload, roundTripMs: 400 })).toMatchObject({ isSlow: true })
  expect(rateConnection({ ...upload, packetLoss: 0.05 })).toMatchObject({ isLossy: true })
  expect(rateConnection({ ...upload, roundTripMs: null, packetLoss: null })).toMatchObject({
    isSlow: false,
    isLossy: false,
  })
})

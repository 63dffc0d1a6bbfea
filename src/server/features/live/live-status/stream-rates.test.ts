import { expect, test } from 'vitest'
import { StreamRates } from './stream-rates.ts'

const counts = (bytesIn: number, packetsIn = 0, packetsLost = 0) => [
  { streamId: 'a', bytesIn, packetsIn, packetsLost },
]

test('a rate is computed between the last two samples', () => {
  const rates = new StreamRates()
  rates.addSamples(counts(1_000), 0)
  expect(rates.bitsPerSecond('a')).toBe(0)
  rates.addSamples(counts(126_000), 1_000)
  expect(rates.bitsPerSecond('a')).toBe(1_000_000)
  rates.addSamples(counts(126_000), 3_000)
  expect(rates.bitsPerSecond('a')).toBe(0)
})

test('samples in quick succession do not reset the rate', () => {
  const rates = new StreamRates()
  rates.addSamples(counts(0), 0)
  rates.addSamples(counts(125_000), 1_000)
  rates.addSamples(counts(125_000), 1_001)
  expect(rates.bitsPerSecond('a')).toBe(1_000_000)
})

test('the lost ratio is relative to the sent packets', () => {
  const rates = new StreamRates()
  rates.addSamples(counts(0, 100, 0), 0)
  rates.addSamples(counts(0, 190, 10), 2_000)
  expect(rates.lostRatio('a')).toBe(0.1)
})

test('a restarted or removed stream has a rate of zero', () => {
  const rates = new StreamRates()
  rates.addSamples(counts(50_000, 50, 9), 0)
  rates.addSamples(counts(100), 2_000)
  expect([rates.bitsPerSecond('a'), rates.lostRatio('a')]).toEqual([0, 0])
  rates.addSamples([], 4_000)
  expect(rates.bitsPerSecond('a')).toBe(0)
})

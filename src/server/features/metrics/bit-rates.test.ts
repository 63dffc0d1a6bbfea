import { expect, test } from 'vitest'
import { BitRates } from './bit-rates.ts'

const counts = (bytesIn: number, packetsIn = 0, packetsLost = 0) => [
  { streamId: 'a', bytesIn, packetsIn, packetsLost },
]

test('a rate is what came between the last two looks', () => {
  const rates = new BitRates()
  rates.note(counts(1_000), 0)
  expect(rates.received('a')).toBe(0)
  rates.note(counts(126_000), 1_000)
  expect(rates.received('a')).toBe(1_000_000)
  rates.note(counts(126_000), 3_000)
  expect(rates.received('a')).toBe(0)
})

test('looks that follow each other closely do not make a rate of nothing', () => {
  const rates = new BitRates()
  rates.note(counts(0), 0)
  rates.note(counts(125_000), 1_000)
  rates.note(counts(125_000), 1_001)
  expect(rates.received('a')).toBe(1_000_000)
})

test('what was lost is a part of what was sent', () => {
  const rates = new BitRates()
  rates.note(counts(0, 100, 0), 0)
  rates.note(counts(0, 190, 10), 2_000)
  expect(rates.lost('a')).toBe(0.1)
})

test('a stream that begins anew has no negative rate, and one that is gone has none', () => {
  const rates = new BitRates()
  rates.note(counts(50_000, 50, 9), 0)
  rates.note(counts(100), 2_000)
  expect([rates.received('a'), rates.lost('a')]).toEqual([0, 0])
  rates.note([], 4_000)
  expect(rates.received('a')).toBe(0)
})

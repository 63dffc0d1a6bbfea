import { expect, test } from 'vitest'
import { OutputBudget } from './output-budget.ts'

const BITRATE = 400_000
/** What the rate control may write in a second. */
const BYTES = BITRATE / 8

/** How many bytes may be written for frames at these seconds. */
function allowedBytes(seconds: readonly number[]): number {
  const budget = new OutputBudget(BITRATE)
  for (const second of seconds) budget.addDecoded(second)
  let bytes = 0
  try {
    // Many times the limit of any of these videos.
    while (bytes < 100_000 * BYTES) {
      budget.addWritten(BYTES)
      bytes += BYTES
    }
  } catch {
    return bytes
  }
  throw new Error('there is no limit')
}

test('the output may have the bytes that the rate control allows for its duration', () => {
  const hour = Array.from({ length: 3600 }, (_, second) => second)
  expect(allowedBytes(hour)).toBeGreaterThan(3600 * BYTES)
  expect(allowedBytes(hour)).toBeLessThan(2 * 3600 * BYTES)
})

test('a frame that is shown for minutes gets the bytes of its duration', () => {
  expect(allowedBytes([0, 1200, 2400])).toBeGreaterThan(2400 * BYTES)
})

test('a duration that was not decoded adds no bytes', () => {
  expect(allowedBytes([0])).toBeLessThan(100 * BYTES)
})

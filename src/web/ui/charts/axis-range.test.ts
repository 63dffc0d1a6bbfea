import { expect, test } from 'vitest'
import { rangeOfDays, topOf } from './axis-range.ts'

test.each([0.5, 1, 2, 4, 1_000_000])(
  'the highest figure, here %d, nearly reaches the top of the axis',
  (highest) => {
    expect(highest / topOf(highest)).toBeGreaterThan(0.9)
    expect(highest / topOf(highest)).toBeLessThan(1)
  },
)

test('an axis without figures has one unit', () => {
  expect([topOf(0), topOf(null)]).toEqual([1, 1])
})

test('a single day is between the day before and the day after', () => {
  const day = Date.parse('2026-01-02') / 1000
  expect(rangeOfDays(day, day).map((time) => new Date(time * 1000).getUTCDate())).toEqual([1, 3])
  expect(rangeOfDays(day, day + 1)).toEqual([day, day + 1])
})

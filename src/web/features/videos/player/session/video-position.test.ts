import { expect, test } from 'vitest'
import { parseStart } from './video-position.ts'

test.each([
  ['75', 75],
  ['75s', 75],
  ['1m5s', 65],
  ['1h2m3s', 3723],
  ['2h', 7200],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['1s2m', null],
])('t=%s starts at %s', (text, second) => {
  expect(parseStart(text)).toBe(second)
})

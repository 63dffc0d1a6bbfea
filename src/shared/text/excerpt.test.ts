import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('a text that is short enough is one line of itself', () => {
  expect(excerptOf('  Two\n lines ', 9)).toBe('Two lines')
})

test('a longer one ends in an ellipsis, which counts', () => {
  expect(excerptOf('Two lines', 8)).toBe('Two lin…')
  expect(excerptOf('Two lines', 5)).toBe('Two…')
})

test.each([
  ['a family', '👨‍👩‍👧‍👦'],
  ['a flag', '🇯🇲'],
  ['a letter with its accents', 'ẹ́'],
])('%s is one sign, and is never cut apart', (_what, sign) => {
  expect(excerptOf(sign.repeat(4), 4)).toBe(sign.repeat(4))
  expect(excerptOf(sign.repeat(5), 4)).toBe(`${sign.repeat(3)}…`)
})

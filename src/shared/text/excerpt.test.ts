import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('a text that is short enough is only put on one line', () => {
  expect(excerptOf('  Two\n lines ', 9)).toBe('Two lines')
})

test('a longer text ends in an ellipsis, which counts towards the length', () => {
  expect(excerptOf('Two lines', 8)).toBe('Two lin…')
  expect(excerptOf('Two lines', 5)).toBe('Two…')
})

test.each([
  ['a family', '👨‍👩‍👧‍👦'],
  ['a flag', '🇯🇲'],
  ['a letter with its accents', 'ẹ́'],
])('%s is one grapheme, and is never split', (_kind, grapheme) => {
  expect(excerptOf(grapheme.repeat(4), 4)).toBe(grapheme.repeat(4))
  expect(excerptOf(grapheme.repeat(5), 4)).toBe(`${grapheme.repeat(3)}…`)
})

test('an excerpt has no isolate that ends after it', () => {
  expect(excerptOf('one \u2067two three\u2069', 9)).toBe('one two…')
})

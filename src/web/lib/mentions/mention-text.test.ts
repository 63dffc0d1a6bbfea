import { expect, test } from 'vitest'
import { replacedEnd, typedMention } from './mention-text.ts'

/** `|` stands where the caret is. */
const at = (marked: string) => typedMention(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['@a|', { start: 0, query: 'a', rest: '' }],
  ['Hello @Fọlá|', { start: 6, query: 'Fọlá', rest: '' }],
  ['(@ko|fi_99), come', { start: 1, query: 'ko', rest: 'fi_99' }],
  ['one\n@two|', { start: 4, query: 'two', rest: '' }],
  ['مرحبا @ada|', { start: 6, query: 'ada', rest: '' }],
])('%j is in a mention', (marked, expected) => {
  expect(at(marked)).toEqual(expected)
})

test.each([
  '@|',
  '|@ada',
  '@ada |',
  'ada@example|',
  '#@ada|',
  'https://site.test/@ada|',
  `@${'x'.repeat(41)}|`,
])('%j is in none', (marked) => {
  expect(at(marked)).toBeNull()
})

test('a handle replaces its own letters behind the caret, and no other word', () => {
  const mention = { start: 3, query: 'ko', rest: 'fi' }
  expect(replacedEnd(mention, 'kofi_99')).toBe('Hi @kofi'.length)
  expect(replacedEnd(mention, 'kojo')).toBe('Hi @ko'.length)
})

import { expect, test } from 'vitest'
import { typedMention } from './mention-text.ts'

/** `|` stands where the caret is. */
const at = (marked: string) => typedMention(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['@a|', { start: 0, end: 2, query: 'a' }],
  ['Hello @Fọlá|', { start: 6, end: 11, query: 'Fọlá' }],
  ['(@ko|fi_99), come', { start: 1, end: 9, query: 'ko' }],
  ['one\n@two|', { start: 4, end: 8, query: 'two' }],
  ['مرحبا @ada|', { start: 6, end: 10, query: 'ada' }],
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

import { expect, test } from 'vitest'
import { replacementEnd, findTypedMention } from './mention-text.ts'

/** `|` marks the caret. */
const mentionAt = (marked: string) => findTypedMention(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['@a|', { start: 0, query: 'a', rest: '' }],
  ['Hello @Fọlá|', { start: 6, query: 'Fọlá', rest: '' }],
  ['(@ko|fi_99), come', { start: 1, query: 'ko', rest: 'fi_99' }],
  ['one\n@two|', { start: 4, query: 'two', rest: '' }],
  ['مرحبا @ada|', { start: 6, query: 'ada', rest: '' }],
])('the caret of %j is in a mention', (marked, expected) => {
  expect(mentionAt(marked)).toEqual(expected)
})

test.each([
  '@|',
  '|@ada',
  '@ada |',
  'ada@example|',
  '#@ada|',
  'https://site.test/@ada|',
  `@${'x'.repeat(41)}|`,
])('the caret of %j is not in a mention', (marked) => {
  expect(mentionAt(marked)).toBeNull()
})

test('a handle replaces the rest of the word after the caret only if it is part of the handle', () => {
  const mention = { start: 3, query: 'ko', rest: 'fi' }
  expect(replacementEnd(mention, 'kofi_99')).toBe('Hi @kofi'.length)
  expect(replacementEnd(mention, 'kojo')).toBe('Hi @ko'.length)
})

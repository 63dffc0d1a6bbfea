import { expect, test } from 'vitest'
import { findWordListError, wordsOfList } from './word-list.ts'

test('a list has one word or phrase on each line, empty lines aside', () => {
  const list = ' idiot \n\n  Bad   word\nÌdíọ́t\r\nl’ole\n'
  expect(findWordListError(list, 4)).toBeNull()
  expect(wordsOfList(list)).toEqual(['idiot', 'Bad word', 'l’ole'])
})

test.each([
  ['fine\n\na$$', { problem: 'character', line: 3, offset: 6 }],
  ['...', { problem: 'character', line: 1, offset: 0 }],
  [`fine\n${'x'.repeat(51)}`, { problem: 'tooLong', line: 2, offset: 5 }],
  ['a\nb\nc', { problem: 'tooMany', count: 3 }],
])('%j is no list of at most two words', (list, error) => {
  expect(findWordListError(list, 2)).toEqual(error)
})

test('a word of 50 characters fits, with any letters', () => {
  expect(findWordListError('𝐚'.repeat(50), 1)).toBeNull()
})

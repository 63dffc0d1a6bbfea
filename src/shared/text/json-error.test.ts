import { expect, test } from 'vitest'
import { findJsonError } from './json-error.ts'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  '{}',
  '[]',
  ' null ',
  '"text"',
  '-0.5e+10',
  '\r\n{ "a" : [ 1 , { "b" : [ ] } , "\\u00e9\\n" ] ,\t"c" : { } }\n',
  '"💃🏾 \u007F \u2028"',
])('%j is JSON', (text) => {
  expect(findJsonError(text)).toBeNull()
  expect(isJson(text)).toBe(true)
})

test.each([
  ['nothing', '', 1, 1],
  ['only space', ' \n ', 1, 1],
  ['an object that is not closed', '{"a": 1', 1, 8],
  ['an array that is not closed, before the space at the end', '[1,\n  2\n\n', 2, 4],
  ['a comma before the end of an object', '{\n  "a": 1,\n}', 3, 1],
  ['a comma before the end of an array', '[1, 2, ]', 1, 8],
  ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['a missing colon', '{"a" 1}', 1, 6],
  ['a missing value', '{"a": }', 1, 7],
  ['a key without quotes', '{a: 1}', 1, 2],
  ['a key that is a number', '{1: 2}', 1, 2],
  ['single quotes', "['a']", 1, 2],
  ['the wrong bracket', '[1}', 1, 3],
  ['more than one value', '{} []', 1, 4],
  ['a comment', '[1] // one', 1, 5],
  ['an unknown word', '[true, maybe]', 1, 8],
  ['a word in another case', 'True', 1, 1],
  ['a number with a zero before it', '[012]', 1, 3],
  ['a number that ends with a point', '[1.]', 1, 3],
  ['a number with a plus', '[+1]', 1, 2],
  ['NaN', 'NaN', 1, 1],
  ['a string that is not closed', '["a', 1, 4],
  ['a line break in a string', '["a\nb"]', 1, 4],
  ['a tab in a string', '["a\tb"]', 1, 4],
  ['an unknown escape', String.raw`["a\x"]`, 1, 4],
  ['a short Unicode escape', String.raw`["\u12"]`, 1, 3],
  ['a space that JSON does not have', '[\u00A01]', 1, 2],
  ['a later line after CRLF', '[\r\n1,\r\n]', 3, 1],
  ['a later line after CR', '[\r1,\r]', 3, 1],
  ['a column after characters of two units', '["💃🏾", x]', 1, 8],
])('%s is found at its line and column', (_name, text, line, column) => {
  expect(findJsonError(text)).toMatchObject({ line, column })
  expect(isJson(text)).toBe(false)
})

test('the offset counts the units that a text field counts', () => {
  expect(findJsonError('["💃🏾",\n x]')).toEqual({ offset: 10, line: 2, column: 2 })
})

test('a deeply nested text needs no stack', () => {
  const depth = 200_000
  expect(findJsonError('['.repeat(depth))).toMatchObject({ offset: depth })
  expect(findJsonError('['.repeat(depth) + ']'.repeat(depth))).toBeNull()
})

test('it agrees with JSON.parse on every damaged text', () => {
  const text = String.raw`{"a": [1, -2.5e3, true, null], "b\n": {"c": "\u00e9"}, "d": ["", {}]}`
  const characters = ['', ...String.raw`{}[],:"\ 0123456789.eE+-tfnu/x`.split(''), '\n', '\t']
  for (let offset = 0; offset <= text.length; offset++)
    for (const inserted of characters)
      for (const removed of [0, 1]) {
        const damaged = text.slice(0, offset) + inserted + text.slice(offset + removed)
        expect([damaged, findJsonError(damaged) === null]).toEqual([damaged, isJson(damaged)])
      }
})

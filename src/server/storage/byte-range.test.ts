import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

test.each([
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=5-999', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=9-9', { start: 9, end: 9 }],
])('%s is a range of ten bytes', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range)
})

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s is outside of ten bytes', (header) => {
  expect(parseRange(header, 10)).toBe('unsatisfiable')
})

test.each([undefined, '', 'bytes=-', 'bytes=4-2', 'bytes=0-1,3-4', 'bytes=a-b', 'lines=0-4', 'bytes=1e3-'])(
  '%s means the whole file',
  (header) => {
    expect(parseRange(header, 10)).toBeNull()
  },
)

test('an empty file satisfies no range', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable')
})

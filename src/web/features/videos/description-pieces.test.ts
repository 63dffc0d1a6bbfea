import { expect, test } from 'vitest'
import { splitDescription } from './description-pieces.ts'

test('times within the video become links, other numbers do not', () => {
  const pieces = splitDescription(
    '0:30 stew, 1:02:03 rice, at 9:99, 2025:01:05, https://example.org/1:30',
    4000,
  )
  expect(pieces.filter(({ kind }) => kind === 'time')).toEqual([
    { kind: 'time', text: '0:30', second: 30 },
    { kind: 'time', text: '1:02:03', second: 3723 },
  ])
  expect(pieces.map(({ text }) => text).join('')).toBe(
    '0:30 stew, 1:02:03 rice, at 9:99, 2025:01:05, https://example.org/1:30',
  )
})

test('a time after the end of the video is plain text', () => {
  expect(splitDescription('2:00', 60)).toEqual([{ kind: 'text', text: '2:00' }])
})

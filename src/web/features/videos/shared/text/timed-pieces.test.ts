import { expect, test } from 'vitest'
import { splitTimedText } from './timed-pieces.ts'

test('times within the video become links, other numbers do not', () => {
  const pieces = splitTimedText(
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
  expect(splitTimedText('2:00', 60)).toEqual([{ kind: 'text', text: '2:00' }])
})

test.each([
  ['1:05: the chorus', 65],
  ['(1:05)', 65],
  ['1:05–1:30', 65],
  ['[01:05]', 65],
  ['ب ٢:٠٥', 125],
  ['۰:۳۰', 30],
])('a time as people write it becomes a link: %s', (text, second) => {
  expect(splitTimedText(text, 4000).find(({ kind }) => kind === 'time')).toMatchObject({ second })
})

test.each(['3.1:05', '1:2:3:45', '12:345', '2025:01:05', '1:05:061'])(
  'a number that only looks like a time stays text: %s',
  (text) => {
    expect(splitTimedText(text, 4000)).toEqual([{ kind: 'text', text }])
  },
)

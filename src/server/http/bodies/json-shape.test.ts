import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasReasonableShape } from './json-shape.ts'

const check = (text: string) => hasReasonableShape(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a body has at most 32 nested levels', () => {
  expect([check(nested(32)), check(nested(33))]).toEqual([true, false])
  expect(check('{"a":'.repeat(33) + '1' + '}'.repeat(33))).toBe(false)
})

test('a body has at most 20 000 values', () => {
  expect(check(`[${Array(19_000).fill('1').join(',')}]`)).toBe(true)
  expect(check(`[${Array(21_000).fill('""').join(',')}]`)).toBe(false)
})

test('a number has at most 64 characters', () => {
  expect([check('{"a":-1.5e+10}'), check(`[${'1'.repeat(65)}]`)]).toEqual([true, false])
  expect(check(`[${Array(5000).fill('12345').join(' ,\n')}]`)).toBe(true)
})

test('characters inside of strings do not count, with any length and escapes', () => {
  for (const inside of ['[', '{', ',', String.raw`\"`, String.raw`\\`, String.raw`\"[`, 'ẹ́['])
    expect(check(`{"text":"${inside.repeat(40_000)}"}`)).toBe(true)
})

test('the text after a string is checked, wherever the string ends', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '[', 'é'), maxLength: 1200, size: 'max' })
  fc.assert(
    fc.property(text, (content) => {
      const string = JSON.stringify(content)
      expect([check(`[${string}]`), check(`[${string},${nested(40)}]`)]).toEqual([true, false])
    }),
  )
})

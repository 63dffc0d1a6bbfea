import { expect, onTestFinished, test, vi } from 'vitest'
import { id, line, requiredLine, requiredText, webAddress } from './fields.ts'

test('an id in capitals is read as the same id', () => {
  const own = '0198a1b2-0000-7000-8000-00000000abcd'
  expect(id.parse(own.toUpperCase())).toBe(own)
  expect(id.safeParse(`${own}0`).success).toBe(false)
})

test.each([
  ['zero-width characters', '\u200B\u2060\u00AD'],
  ['fillers', '\u3164\u2800\u115F'],
  ['joiners', '\u200D\u200D'],
  ['tag characters', '\u{E0041}\u{E0042}'],
])('a name that is only %s is no name', (_kind, name) => {
  expect(requiredLine(100).safeParse(name).success).toBe(false)
  const optional = line(100).safeParse(name)
  expect(optional.success && optional.data !== '').toBe(false)
})

test('a letter has at most 30 marks, and a text with more is refused before it is normalised', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => normalize.mockRestore())
  const marked = (marks: number) => `Z${'\u0316'.repeat(marks)}`
  expect(requiredText(100).safeParse(marked(30)).success).toBe(true)
  normalize.mockClear()
  for (const text of [
    marked(31),
    `Z${`${'\u0316'.repeat(29)}\u200B`.repeat(3)}`,
    'ok '.repeat(20) + marked(31),
  ])
    for (const field of [line(100), requiredLine(100), requiredText(100)])
      expect(field.safeParse(text).success).toBe(false)
  expect(normalize).not.toHaveBeenCalled()
})

test('an address that is far too long is refused before it is parsed', () => {
  const parse = vi.spyOn(globalThis, 'URL')
  onTestFinished(() => parse.mockRestore())
  expect(webAddress.safeParse(`https://${'ü'.repeat(300_000)}.example/`).success).toBe(false)
  expect(parse).not.toHaveBeenCalled()
  expect(webAddress.safeParse('https://bücher.example/').success).toBe(true)
  expect(parse).toHaveBeenCalled()
})

test('what cannot be seen or stored goes from a text, and the rest stays', () => {
  expect(requiredText(100).parse('Fọlá\u202Eké\u0000 \uD800👩🏾‍🌾\nsecond')).toBe('Fọláké 👩🏾‍🌾\nsecond')
})

test.each([
  'nothing at all',
  '',
  'javascript:alert(1)',
  'ftp://example.org',
  'https://example.org/a\u0000b',
  'https://example.org/a b',
  'https://me:secret@example.org',
  'https://example.org/\uD800',
])('%j is no address of the web', (address) => {
  expect(webAddress.safeParse(address).success).toBe(false)
})

test('an address of the web is kept as it was written', () => {
  expect(webAddress.parse('https://example.org/ẹ́?a=1#b')).toBe('https://example.org/ẹ́?a=1#b')
})

test('a text of many millions of characters is refused without being counted', () => {
  const count = vi.spyOn(Array, 'from')
  const iterate = vi.spyOn(String.prototype, Symbol.iterator)
  expect(requiredText('post').safeParse('a'.repeat(20_000_000)).success).toBe(false)
  expect(iterate).not.toHaveBeenCalled()
  expect(count).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  firstCodePoints,
  id,
  line,
  lineLength,
  nameLine,
  requiredLine,
  requiredNameLine,
  requiredText,
  text,
  textLength,
  webUrl,
} from './fields.ts'

test('an uppercase id parses to the same id', () => {
  const lowercase = '0198a1b2-0000-7000-8000-00000000abcd'
  expect(id.parse(lowercase.toUpperCase())).toBe(lowercase)
  expect(id.safeParse(`${lowercase}0`).success).toBe(false)
})

test.each([
  ['zero-width characters', '\u200B\u2060\u00AD'],
  ['fillers', '\u3164\u2800\u115F'],
  ['joiners', '\u200D\u200D'],
  ['tag characters', '\u{E0041}\u{E0042}'],
])('a name of only %s is refused', (_kind, name) => {
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

test('a counter shows the length that the server counts, whatever is typed', () => {
  const characters = fc.constantFrom(
    'a',
    'é',
    'e\u0301',
    'ọ\u0300',
    '🎉',
    '👩🏾‍🌾',
    ' ',
    '  ',
    '\n',
    '\u200E',
    '\u202E',
    '\u2067',
    '\u0000',
    '\uD83C',
  )
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 20 }), (typed) => {
      const value = `${'x'.repeat(20)}${typed.join('')}`
      for (const [schemaOf, length] of [
        [requiredText, textLength(value)],
        [requiredLine, lineLength(value)],
      ] as const) {
        expect(schemaOf(length).safeParse(value).success).toBe(true)
        expect(schemaOf(length - 1).safeParse(value).success).toBe(false)
      }
    }),
  )
  expect([
    textLength('🎉'.repeat(400)),
    lineLength('e\u0301'.repeat(3)),
    textLength('\u200B \u0000'),
  ]).toEqual([400, 3, 0])
})

test('a search that is too long is cut between characters', () => {
  expect(firstCodePoints('a🎉🎉', 2)).toBe('a🎉')
  expect(firstCodePoints('a🎉', 3)).toBe('a🎉')
})

test('a URL that is far too long, or has a far too long host, is refused before it is parsed', () => {
  const parse = vi.spyOn(globalThis, 'URL')
  onTestFinished(() => parse.mockRestore())
  expect(webUrl.safeParse(`https://${'ü'.repeat(300_000)}.example/`).success).toBe(false)
  for (const start of ['https://', ' http:', 'h\nttp:/\\', 'https://a.'])
    expect(webUrl.safeParse(start + 'ü'.repeat(254)).success).toBe(false)
  expect(parse).not.toHaveBeenCalled()
  expect(webUrl.safeParse(`https://${'a'.repeat(253)}/${'b'.repeat(500)}?${'c'.repeat(500)}`).success).toBe(
    true,
  )
  expect(webUrl.safeParse('https://bücher.example/').success).toBe(true)
  expect(parse).toHaveBeenCalled()
})

const MARKED = 'أحب لغة C++\u200E كثيرا، \u200Fنعم\u061C می\u200Cخواهم 👩\u200D🎤 \u2066C#\u2069'

test('a text keeps marks of direction, joiners and balanced isolates', () => {
  for (const field of [text(100), requiredText(100), line(100), requiredLine(100)])
    expect(field.parse(MARKED)).toBe(MARKED)
  expect(requiredLine(100).parse('a\u202Eb \u2067c \u202A+1\u202C')).toBe('ab c \u2066+1\u2069')
})

test('a name keeps joiners alone', () => {
  for (const field of [nameLine(100), requiredNameLine(100)]) {
    expect(field.parse(MARKED)).toBe('أحب لغة C++ كثيرا، نعم می\u200Cخواهم 👩\u200D🎤 C#')
    expect(field.parse('Ada\u202E \u2067x')).toBe('Ada x')
  }
})

test.each([
  ['marks of direction', '\u200E\u200F\u061C'],
  ['joiners', '\u200C\u200D'],
  ['isolates', '\u2066 \u2069'],
  ['zero-width spaces', '\u200B\u2060'],
  ['variation selectors and marks', '\uFE0F\u0301'],
  ['control characters', '\u0000\u0007'],
])('a text of only %s is refused, also where it may be empty', (_kind, value) => {
  for (const field of [text, requiredText, line, requiredLine, nameLine, requiredNameLine])
    expect(field(100).safeParse(value).success).toBe(false)
  for (const field of [text, line, nameLine]) expect(field(100).parse(' \n ')).toBe('')
})

test('invisible and invalid characters are removed from a text', () => {
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
])('%j is not a valid web URL', (address) => {
  expect(webUrl.safeParse(address).success).toBe(false)
})

test('a web URL is stored as it was entered', () => {
  expect(webUrl.parse('https://example.org/ẹ́?a=1#b')).toBe('https://example.org/ẹ́?a=1#b')
})

test('a text of many millions of characters is refused without counting its code points', () => {
  const count = vi.spyOn(Array, 'from')
  const iterate = vi.spyOn(String.prototype, Symbol.iterator)
  expect(requiredText('post').safeParse('a'.repeat(20_000_000)).success).toBe(false)
  expect(iterate).not.toHaveBeenCalled()
  expect(count).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

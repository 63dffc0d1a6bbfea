import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashtagsOf, mentionsOf, splitText } from './post-text.ts'

const markup = (content: string) =>
  splitText(content).flatMap((piece) => (piece.kind === 'text' ? [] : `${piece.kind} ${piece.text}`))

test('the joined pieces of any text are the text itself', () => {
  const arbitraryParts = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '#',
        '@',
        'https://',
        'http://a.b/',
        '.',
        ' ',
        '#Àṣẹ',
        '@ada',
        '(',
        ')',
        '\n',
        '_',
        '&',
      ),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(arbitraryParts, (parts) => {
      const content = parts.join('')
      expect(
        splitText(content)
          .map(({ text }) => text)
          .join(''),
      ).toBe(content)
    }),
  )
})

test.each([
  ['#Afrobeats tonight', ['hashtag #Afrobeats']],
  ['(#Àṣẹ), #ሰላም! #سلام. #Ɗanjuma', ['hashtag #Àṣẹ', 'hashtag #ሰላም', 'hashtag #سلام', 'hashtag #Ɗanjuma']],
  ['#1 and #2025 are numbers, #b2b is not', ['hashtag #b2b']],
  [`#${'x'.repeat(60)} fits, #${'x'.repeat(61)} does not`, [`hashtag #${'x'.repeat(60)}`]],
  ['##twice a#b C#', []],
  ['@Ada, @kofi_99!', ['mention @Ada', 'mention @kofi_99']],
  ['ada@example.org @é @a', []],
  ['@adaé @ada@site', []],
  ['see https://example.org/a?b=c#d.', ['link https://example.org/a?b=c#d']],
  ['(https://example.org/a_(b)) and (http://x.org)', ['link https://example.org/a_(b)', 'link http://x.org']],
  ['https://x.org/a)).](.) https://x.org/((a)))', ['link https://x.org/a', 'link https://x.org/((a))']],
  ['javascript:alert(1) data:text/html,x ftp://example.org //example.org', []],
  ['https://bank.example@evil.example/', []],
  ['https:// http://', []],
])('%j contains %j', (content, expected) => {
  expect(markup(content)).toEqual(expected)
})

test('spellings of a hashtag with other case or accents count as one, labelled as the first', () => {
  expect(hashtagsOf('#Àṣẹ #ASE #ase #Other')).toEqual([
    { tag: 'ase', label: 'Àṣẹ' },
    { tag: 'other', label: 'Other' },
  ])
})

test('a hashtag keeps the joiners of its word, and is the same without them', () => {
  const [without] = hashtagsOf('#میخواهم')
  expect(without).toBeDefined()
  expect(hashtagsOf('#می\u200Cخواهم #میخواهم #x\u200D 👩\u200D🎤')).toEqual([
    { tag: without?.tag, label: 'می\u200Cخواهم' },
    { tag: 'x', label: 'x' },
  ])
})

test('a tag stays short when its characters fold to several', () => {
  const [hashtag] = hashtagsOf(`#${'\uFDFA'.repeat(60)}`)
  expect([...(hashtag?.tag ?? '')]).toHaveLength(60)
  expect(hashtag?.tag).not.toMatch(/\s/)
})

test('at most 30 hashtags are folded, in any spelling, and no link is parsed to find them', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const canParse = vi.spyOn(URL, 'canParse')
  onTestFinished(() => void vi.restoreAllMocks())
  const content = Array.from(
    { length: 90 },
    (_, index) => `#${'\uFDFA'.repeat(50)}_${index} https://ü.example`,
  )
  expect(hashtagsOf(content.join(' '))).toHaveLength(1)
  expect(mentionsOf(`${content.join(' ')} @ada`)).toEqual(['ada'])
  expect(normalize.mock.calls.length).toBeLessThanOrEqual(30)
  expect(canParse).not.toHaveBeenCalled()
})

test.each(['https://', 'http:///', 'HTTP:\\'])(
  'a host that is longer than DNS allows is no link, and is not parsed: %s',
  (scheme) => {
    const canParse = vi.spyOn(URL, 'canParse')
    onTestFinished(() => canParse.mockRestore())
    expect(markup(`${scheme}${'ü'.repeat(254)}/ @ada`)).toEqual(['mention @ada'])
    expect(canParse).not.toHaveBeenCalled()
    expect(markup(`https://${'a'.repeat(253)}/${'b'.repeat(500)}`)).toHaveLength(1)
  },
)

test('a user is mentioned once, ignoring case', () => {
  expect(mentionsOf('@Ada and @ada and @ADA and @kofi')).toEqual(['ada', 'kofi'])
})

test('only the first 30 hashtags and mentions of a text count', () => {
  const content = Array.from({ length: 100 }, (_, index) => `#tag${index} @member${index}`).join(' ')
  expect(hashtagsOf(content)).toHaveLength(30)
  expect(mentionsOf(content)).toHaveLength(30)
})

test('a URL full of brackets is parsed in linear time', () => {
  const split = vi.spyOn(String.prototype, 'split')
  onTestFinished(() => split.mockRestore())
  expect(markup(`https://x.org/${')'.repeat(900)}`)).toEqual(['link https://x.org/'])
  expect(split.mock.calls.length).toBeLessThan(10)
})

// With catastrophic backtracking it would not end before the test's time limit.
test.each([
  '#',
  '@',
  'https://',
  ')',
  '((',
  'a',
  '#a',
  '@a_',
  'https://a.b/))',
  'https://a.bを',
  "https://a.b's ",
  '’a',
  'https://😀',
])('a long text of %j is parsed without catastrophic backtracking', (repeated) => {
  const content = repeated.repeat(20_000)
  expect(
    splitText(content)
      .map(({ text }) => text)
      .join(''),
  ).toBe(content)
})

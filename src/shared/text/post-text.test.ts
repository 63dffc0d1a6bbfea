import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hashtagsOf, mentionsOf, textPieces } from './post-text.ts'

const marked = (content: string) =>
  textPieces(content).flatMap((piece) => (piece.kind === 'text' ? [] : `${piece.kind} ${piece.text}`))

test('the pieces of a text are the text, whatever it holds', () => {
  const written = fc.array(
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
    fc.property(written, (parts) => {
      const content = parts.join('')
      expect(
        textPieces(content)
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
  ['https://x.org/a)).](.) https://x.org/((a)))', ['link https://x.org/a)).](', 'link https://x.org/((a))']],
  ['javascript:alert(1) data:text/html,x ftp://example.org //example.org', []],
  ['https://bank.example@evil.example/', []],
  ['https:// http://', []],
])('of %j these are marked', (content, expected) => {
  expect(marked(content)).toEqual(expected)
})

test('a hashtag is one, however it is written, with the first writing as its label', () => {
  expect(hashtagsOf('#Àṣẹ #ASE #ase #Other')).toEqual([
    { tag: 'ase', label: 'Àṣẹ' },
    { tag: 'other', label: 'Other' },
  ])
})

test('a sign that folds to many does not make a tag long', () => {
  const [hashtag] = hashtagsOf(`#${'\uFDFA'.repeat(60)}`)
  expect([...(hashtag?.tag ?? '')]).toHaveLength(60)
  expect(hashtag?.tag).not.toMatch(/\s/)
})

test('a member is mentioned once, whatever the case', () => {
  expect(mentionsOf('@Ada and @ada and @ADA and @kofi')).toEqual(['ada', 'kofi'])
})

test('of a wall of signs a few count', () => {
  const wall = Array.from({ length: 100 }, (_, index) => `#tag${index} @member${index}`).join(' ')
  expect(hashtagsOf(wall)).toHaveLength(30)
  expect(mentionsOf(wall)).toHaveLength(30)
})

test('an address full of brackets is looked at once', () => {
  const split = vi.spyOn(String.prototype, 'split')
  onTestFinished(() => split.mockRestore())
  expect(marked(`https://x.org/${')'.repeat(900)}`)).toEqual(['link https://x.org/'])
  expect(split.mock.calls.length).toBeLessThan(10)
})

test('a long text is taken apart at once', () => {
  const started = performance.now()
  for (const sign of ['#', '@', 'https://', ')', '((', 'a', '#a', '@a_', 'https://a.b/))'])
    textPieces(sign.repeat(5000))
  expect(performance.now() - started).toBeLessThan(2000)
})

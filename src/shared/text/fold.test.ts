import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fold } from './fold.ts'

test.each([
  ['Fọlákẹ́ Ɗanjuma', 'folake danjuma'],
  ['São Tomé, Ñandú, Zoë, Ångström', 'sao tome, nandu, zoe, angstrom'],
  ['Ŋmaa Ɔkyere Ɛwe ƴar Ƙofar', 'nmaa okyere ewe yar kofar'],
  ['STRASSE Straße', 'strasse strasse'],
  ['أَهْلًا', 'اهلا'],
  ['ሰላም', 'ሰላም'],
  ['İstanbul ﬁne', 'istanbul fine'],
  ['أهـــلا', 'اهلا'],
  ['الدورى', 'الدوري'],
  ['مدرسة', 'مدرسه'],
  ['کتاب فارسی', 'كتاب فارسي'],
  ['می‌خواهم', 'ميخواهم'],
  ['ሐበሻ ሠላም ዐይን ፀሐይ ኀይል', 'ሀበሻ ሰላም አይን ጸሀይ ሀይል'],
  ['٢٠٢٥ ۲۰۲۵ ２０２５', '2025 2025 2025'],
  ['Σίσυφος', 'σισυφοσ'],
  ['שלום מלך', 'שלומ מלכ'],
  ['Đặng Øre Łódź', 'dang ore lodz'],
  ['soft­hyphen', 'softhyphen'],
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('characters that have no variants are kept as they are, and nothing is looked up for them', () => {
  const lookUp = vi.spyOn(String, 'fromCodePoint')
  onTestFinished(() => lookUp.mockRestore())
  // Ideographs, syllables, emoji, private and unassigned characters.
  for (const text of [
    '时光',
    '한글'.normalize('NFKD'),
    '🎉⚽',
    '\uE000\u{F0000}',
    '\u0378\u{1FFFF}',
    '\u{2A700}',
  ])
    expect(fold(text)).toBe(text)
  expect(lookUp).not.toHaveBeenCalled()
})

test('folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
})

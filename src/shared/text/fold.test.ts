import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldedWords } from './fold.ts'

test.each([
  ['Fọlákẹ́ Ɗanjuma', 'folake danjuma'],
  ['São Tomé, Ñandú, Zoë, Ångström', 'sao tome, nandu, zoe, angstrom'],
  ['Ŋmaa Ɔkyere Ɛwe ƴar Ƙofar', 'nmaa okyere ewe yar kofar'],
  ['STRASSE Straße', 'strasse strasse'],
  ['أَهْلًا', 'اهلا'],
  ['ሰላም', 'ሰላም'],
  ['İstanbul ﬁne', 'istanbul fine'],
])('%s is found as %s', (written, folded) => {
  expect(fold(written)).toBe(folded)
})

test('what is folded stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (written) => {
      expect(fold(fold(written))).toBe(fold(written))
    }),
  )
})

test('words are letters and digits, each once and none too long', () => {
  expect(foldedWords("N'Djamena, n’djamena; Àṣẹ-ase 2025! 🎉")).toEqual(['ndjamena', 'ase', '2025'])
  expect(foldedWords('x'.repeat(100))).toEqual(['x'.repeat(40)])
  expect(foldedWords(' ,.! ')).toEqual([])
})

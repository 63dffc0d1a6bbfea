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
])('%s folds to %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
})

test('words consist of letters and digits, are distinct, and are truncated', () => {
  expect(foldedWords("N'Djamena, n’djamena; Àṣẹ-ase 2025! 🎉")).toEqual(['ndjamena', 'ase', '2025'])
  expect(foldedWords('x'.repeat(100))).toEqual(['x'.repeat(40)])
  expect(foldedWords(' ,.! ')).toEqual([])
})

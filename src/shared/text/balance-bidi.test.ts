import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceBidi } from './balance-bidi.ts'

const [LRE, RLE, PDF, LRO, RLO] = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E']
const [LRI, RLI, FSI, PDI] = ['\u2066', '\u2067', '\u2068', '\u2069']

test.each([
  [
    'balanced isolates stay',
    `a${LRI}b${RLI}c${PDI}${PDI}${FSI}d${PDI}`,
    `a${LRI}b${RLI}c${PDI}${PDI}${FSI}d${PDI}`,
  ],
  ['an isolate that is not closed is removed', `a${RLI}b`, 'ab'],
  ['an isolate that is not closed in its paragraph is removed', `a${RLI}b\nc${PDI}`, 'ab\nc'],
  ['an end without an isolate is removed', `a${PDI}b${PDF}`, 'ab'],
  ['overrides are removed with their ends', `a${RLO}b${PDF}${LRO}c${PDF}`, 'abc'],
  ['an override that is not closed is removed', `a${RLO}b`, 'ab'],
  ['embeddings become isolates', `${LRE}+234 1${PDF} ${RLE}ا${PDF}`, `${LRI}+234 1${PDI} ${RLI}ا${PDI}`],
  ['the end of an isolate ends what is within', `${LRI}a${RLE}b${RLO}c${PDI}d${PDF}`, `${LRI}abc${PDI}d`],
  [
    'the end of an embedding does not end an isolate',
    `${RLE}a${LRI}b${PDF}c${PDI}${PDF}`,
    `${RLI}a${LRI}bc${PDI}${PDI}`,
  ],
  [
    'marks and joiners stay',
    'C++\u200E \u200F \u061C می\u200Cخواهم \u200D',
    'C++\u200E \u200F \u061C می\u200Cخواهم \u200D',
  ],
])('%s', (_name, text, expected) => {
  expect(balanceBidi(text)).toBe(expected)
})

test('every paragraph of any text has as many ends as isolates, in order, and balancing again changes nothing', () => {
  const controls = fc.constantFrom(LRE, RLE, PDF, LRO, RLO, LRI, RLI, FSI, PDI, '\n', 'a')
  fc.assert(
    fc.property(fc.array(controls, { maxLength: 40 }), (characters) => {
      const balanced = balanceBidi(characters.join(''))
      expect(balanceBidi(balanced)).toBe(balanced)
      expect(balanced.replace(/[\u2066-\u2069]/g, '')).toBe(characters.join('').replace(/[^a\n]/g, ''))
      for (const paragraph of balanced.split('\n')) {
        let depth = 0
        for (const character of paragraph) {
          if (/[\u2066-\u2068]/.test(character)) depth += 1
          if (character === PDI) depth -= 1
          expect(depth).toBeGreaterThanOrEqual(0)
        }
        expect(depth).toBe(0)
      }
    }),
  )
})

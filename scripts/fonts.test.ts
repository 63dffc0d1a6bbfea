import { readFileSync, statSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const folder = new URL('../src/web/fonts/', import.meta.url)
const styles = readFileSync(new URL('../src/web/styles/fonts.css', import.meta.url), 'utf8')

/** Letters that occur in members' names and that most web fonts lack; TONES are their combining marks. */
const LETTERS = 'ẹọṣịụṅɓɗƙƴɛɔẸỌṢỊỤṄƁƊƘƳƐƆéèêëíìóòúùàáâãñçœŋ'
const TONES = '\u0300\u0301\u0304\u0323\u0329'
/** Size limits in kB of each subset (sans, serif); a page in Latin letters loads 54 kB. */
const SIZES = { latin: [26, 29], 'latin-ext': [22, 26], vietnamese: [5, 5] } as const

describe.each(['sans', 'serif'] as const)('the %s family', (family) => {
  const subsets = ['latin', 'latin-ext', 'vietnamese'] as const
  const covered = new Map(subsets.map((subset) => [subset, characters(`${family}-${subset}.woff2`)]))

  test('has every letter in the file that its unicode-range selects', () => {
    const missing = Array.from(LETTERS).filter(
      (letter) => !covered.get(subsetOf(family, letter))?.has(letter),
    )
    expect(missing).toEqual([])
  })

  test.each(subsets)(
    'has the tone marks in the %s file, so that a letter and its mark come from one file',
    (subset) => {
      expect(Array.from(TONES).filter((tone) => !covered.get(subset)?.has(tone))).toEqual([])
    },
  )

  test.each(subsets)('keeps the %s file within its size limit', (subset) => {
    const kilobytes = statSync(new URL(`${family}-${subset}.woff2`, folder)).size / 1000
    expect(kilobytes).toBeLessThan(SIZES[subset][family === 'sans' ? 0 : 1] + 1)
  })

  test('ships its licence', () => {
    expect(readFileSync(new URL(`OFL-noto-${family}.txt`, folder), 'utf8')).toContain('SIL Open Font License')
  })
})

/** Subset of the first face in fonts.css whose `unicode-range` contains a character. */
function subsetOf(family: string, character: string) {
  const point = character.codePointAt(0) ?? 0
  const faces = styles.matchAll(/([a-z]+)-(latin|latin-ext|vietnamese)\.woff2[^}]*unicode-range:([^;}]*)/g)
  for (const [, name, subset, ranges = ''] of faces) {
    const inside = [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/gi)].some(
      ([, first = '', last = first]) =>
        point >= Number.parseInt(first, 16) && point <= Number.parseInt(last, 16),
    )
    if (name === family && inside && isSubset(subset)) return subset
  }
  throw new Error(`no face of ${family} has ${character}`)
}

function isSubset(name: string | undefined): name is keyof typeof SIZES {
  return name !== undefined && Object.hasOwn(SIZES, name)
}

/** Characters of a WOFF2 file, from the segments (format 4) of its `cmap` table. */
function characters(file: string): Set<string> {
  const map = characterMap(readFileSync(new URL(file, folder)))
  const found = new Set<string>()
  for (let record = 0; record < map.readUInt16BE(2); record++) {
    const table = map.readUInt32BE(4 + record * 8 + 4)
    if (map.readUInt16BE(table) !== 4) continue
    const size = map.readUInt16BE(table + 6)
    for (let segment = 0; segment < size; segment += 2) {
      const last = map.readUInt16BE(table + 14 + segment)
      for (let point = map.readUInt16BE(table + 16 + size + segment); point <= last; point++)
        found.add(String.fromCodePoint(point))
    }
  }
  return found
}

/** Indices of the known table tags of WOFF2 (W3C, section 4.1); `glyf` and `loca` are transformed. */
const [CMAP, GLYF, LOCA, CUSTOM_TAG] = [0, 10, 11, 63]

/** Returns the `cmap` table from the compressed stream that contains all tables. */
function characterMap(font: Buffer): Buffer {
  let position = 48
  let offset = 0
  let found: [from: number, to: number] | undefined
  const base128 = () => {
    let value = 0
    for (;;) {
      const byte = font.readUInt8(position++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  for (let table = 0; table < font.readUInt16BE(12); table++) {
    const flags = font.readUInt8(position++)
    const tag = flags & 63
    if (tag === CUSTOM_TAG) position += 4
    const originalSize = base128()
    const version = flags >> 6
    const transformed = tag === GLYF || tag === LOCA ? version === 0 : version !== 0
    const size = transformed ? base128() : originalSize
    if (tag === CMAP) found = [offset, offset + size]
    offset += size
  }
  if (!found) throw new Error('the font has no cmap table')
  return brotliDecompressSync(font.subarray(position, position + font.readUInt32BE(20))).subarray(...found)
}

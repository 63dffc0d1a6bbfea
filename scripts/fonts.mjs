// node scripts/fonts.mjs: writes subsets of the two variable font families to src/web/fonts (committed, so that a build
// needs no font tools). Run it after an update of the font packages or a change of the ranges below.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const fonts = fileURLToPath(new URL('../src/web/fonts/', import.meta.url))
const packages = fileURLToPath(new URL('../node_modules/@fontsource-variable/', import.meta.url))

/** Axes that the design uses; the width axis is pinned, because each family is used at one width. */
const FAMILIES = {
  sans: { package: 'noto-sans', axes: { wght: { min: 400, max: 800 }, wdth: 100 } },
  serif: { package: 'noto-serif', axes: { wght: { min: 600, max: 900 }, wdth: 80 } },
}

/** Combining tone marks and dots. Every file contains them, so that a letter and its marks come from one file. */
const MARKS = '300-301 303-304 308 323 329'

/**
 * Code points (hexadecimal) of each file: letters of the languages that members write in, not whole Unicode blocks,
 * which would be three times as large. They match `unicode-range` in src/web/styles/fonts.css.
 */
const CHARACTERS = {
  latin: `20-7E A0-FF 131 152-153 2013-2014 2018-2019 201C-201D 2022 2026 2039-203A 20AC 2122 2212 ${MARKS}`,
  'latin-ext': [
    '100-130 132-151 154-17F 181 186 189-18A 18E-194 196 198-199 19D-19E 1A4-1A5 1AC-1AD 1B1-1B4 1CD-1D4 1DD',
    '1F8-1F9 218-21B 253-254 256-257 259 25B 260 263 269 272 28A-28B 1E04-1E05 1E0C-1E0D 1E24-1E25 1E32-1E33',
    '1E3E-1E41 1E44-1E47 1E5A-1E5B 1E62-1E63 1E6C-1E6D 1E80 1E85 1E92-1E93 1EF2-1EF3 1EF8-1EF9',
    MARKS,
  ].join(' '),
  vietnamese: `102-103 110-111 128-129 168-169 1EB8-1EB9 1EBC-1EBD 1ECA-1ECD 1EE4-1EE5 1EF2-1EF3 1EF8-1EF9 ${MARKS}`,
}

mkdirSync(fonts, { recursive: true })
for (const [family, { package: name, axes }] of Object.entries(FAMILIES)) {
  for (const [subset, ranges] of Object.entries(CHARACTERS)) {
    const source = readFileSync(`${packages}${name}/files/${name}-${subset}-standard-normal.woff2`)
    const font = await subsetFont(source, characters(ranges), { targetFormat: 'woff2', variationAxes: axes })
    writeFileSync(`${fonts}${family}-${subset}.woff2`, font)
    console.log(`${family}-${subset}.woff2 ${(font.length / 1000).toFixed(1)} kB`)
  }
  copyFileSync(`${packages}${name}/LICENSE`, `${fonts}OFL-${name}.txt`)
}

function characters(ranges) {
  return ranges
    .split(' ')
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
    })
    .join('')
}

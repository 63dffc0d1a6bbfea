import { balanceBidi } from './balance-bidi.ts'

/** Returns the beginning of a text in one line, of at most `length` grapheme clusters. */
export function excerptOf(text: string, length = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // A text never has more graphemes than UTF-16 units.
  if (line.length <= length) return line
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const graphemes: string[] = []
  for (const { segment } of segmenter.segment(line)) {
    if (graphemes.length === length)
      // An isolate may end in the part that is left out.
      return balanceBidi(
        `${graphemes
          .slice(0, length - 1)
          .join('')
          .trimEnd()}…`,
      )
    graphemes.push(segment)
  }
  return line
}

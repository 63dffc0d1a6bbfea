/** The beginning of a text in one line, of at most so many signs as a reader counts them. */
export function excerptOf(text: string, length = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // No text has more signs than units.
  if (line.length <= length) return line
  const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const begun: string[] = []
  for (const { segment } of signs.segment(line)) {
    if (begun.length === length)
      return `${begun
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    begun.push(segment)
  }
  return line
}

const LENGTH = 60

/** The beginning of a text in one line, to name what was written. */
export function excerptOf(content: string): string {
  const letters = [...content.replace(/\s+/g, ' ').trim()]
  return letters.length > LENGTH
    ? `${letters
        .slice(0, LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('')
}

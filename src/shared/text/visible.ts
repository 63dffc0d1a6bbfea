/** Characters that show as nothing, or as a blank. U+1D159 is a note without a head, U+FFFC the place of an object. */
export const INVISIBLE = String.raw`\p{DI}\u2800\uFFF9-\uFFFC\u{1D159}`

/** Matches a visible character; fillers, blank symbols and invisible characters alone would show as blank. */
export const VISIBLE = new RegExp(String.raw`(?![${INVISIBLE}])[\p{L}\p{N}\p{P}\p{S}]`, 'u')

export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** Letters and marks of the scripts in which a joiner or a non-joiner changes how a word is written. */
const JOINING = String.raw`(?![\p{N}\p{P}\p{S}\p{DI}])[\u064B-\u0655\u0670${[
  ...['Arabic', 'Syriac', 'Nko', 'Mandaic', 'Adlam', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi'],
  ...['Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar'],
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')}]`

/** Invisible characters that change how a name looks: within words, and within emoji. */
const MEANINGFUL = [
  `(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})`,
  // The last letter of many names in Malayalam, as it was written before it had a character of its own.
  String.raw`(?<=\u0D4D)\u200D`,
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\d#*])\uFE0F(?=\u20E3)`,
  // The flags of England, Scotland and Wales.
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}[\u{E0061}-\u{E007A}]{3}\u{E007F}`,
].join('|')
const INVISIBLE_IN_NAME = new RegExp(`(${MEANINGFUL})|[${INVISIBLE}]`, 'gu')

/** Removes the invisible characters of a name, with which it would look like another, but those that its script or emoji need. */
export function removeInvisible(name: string): string {
  return name.replace(INVISIBLE_IN_NAME, '$1')
}

const EACH_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'gu')

/** Writes the invisible characters of a URL as escapes, as a browser sends them: it stays the same URL. */
export function escapeInvisible(url: string): string {
  return url.replace(EACH_INVISIBLE, encodeURIComponent)
}

/** Where a member's choice of language is kept in the browser. */
export const LANGUAGE_KEY = 'language'

export const DEFAULT_LANGUAGE = 'en'

/** Languages written from right to left, by primary subtag. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(primary(language)) ? 'rtl' : 'ltr'
}

/** The saved language when there is one, else the browser's first that has a catalogue, else English. */
export function chooseLanguage(
  available: readonly string[],
  saved: string | null,
  preferred: readonly string[],
): string {
  const wished = saved === null ? preferred : [saved, ...preferred]
  return wished.map(primary).find((language) => available.includes(language)) ?? DEFAULT_LANGUAGE
}

function primary(language: string): string {
  return language.toLowerCase().split('-')[0] ?? language
}

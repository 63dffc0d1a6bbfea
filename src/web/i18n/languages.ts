/** Local storage key of the chosen language. */
export const LANGUAGE_KEY = 'language'

export const DEFAULT_LANGUAGE = 'en'

/** Languages written from right to left, by primary subtag. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(primarySubtag(language)) ? 'rtl' : 'ltr'
}

/** Returns the first language with a catalogue: the saved one, else the browser's preferences, else English. */
export function chooseLanguage(
  available: readonly string[],
  saved: string | null,
  preferred: readonly string[],
): string {
  const candidates = saved === null ? preferred : [saved, ...preferred]
  return candidates.map(primarySubtag).find((language) => available.includes(language)) ?? DEFAULT_LANGUAGE
}

function primarySubtag(language: string): string {
  return language.toLowerCase().split('-')[0] ?? language
}

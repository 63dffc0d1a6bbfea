import type { Messages } from 'use-intl'

/** Where a member's choice of language is kept in the browser. */
export const LANGUAGE_KEY = 'language'

const DEFAULT_LANGUAGE = 'en'

/** Languages written from right to left, by primary subtag. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

// One chunk a language, fetched when it is chosen: adding a language is adding its file.
const catalogues = import.meta.glob<{ default: Messages }>('../locales/*.json')

/** Languages that have a catalogue, as primary subtags: `en`, later `ar`. */
export const languages: readonly string[] = Object.keys(catalogues).map((path) =>
  path.slice('../locales/'.length, -'.json'.length),
)

/** The catalogue of a language; an unknown language gets English. Rejects when it cannot be fetched. */
export async function loadMessages(language: string): Promise<Messages> {
  const load = catalogues[`../locales/${language}.json`] ?? catalogues[`../locales/${DEFAULT_LANGUAGE}.json`]
  if (!load) throw new Error('no English catalogue')
  return (await load()).default
}

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

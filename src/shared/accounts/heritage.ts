/** Heritage regions that a profile can name. */
export const HERITAGE_REGIONS = [
  'Caribbean',
  'Afro-Latin',
  'African-American',
  'Continental African',
  'Afro-European',
  'Afro-Asian',
  'Afro-Pacific',
  'Afro-Canadian',
  'Pacific Islander',
  'Mixed Heritage',
  'Other',
] as const

/** Languages that the profile form offers; users may add others by name. */
export const LANGUAGES = [
  'English',
  'Spanish',
  'Portuguese',
  'French',
  'Arabic',
  'Yoruba',
  'Swahili',
  'Amharic',
  'Hausa',
  'Igbo',
  'Akan',
  'Zulu',
  'Xhosa',
  'Creole',
  'Patois',
] as const

/** Interests that the profile form offers; users may add others. */
export const COLLABORATION_TAGS = [
  'music',
  'afrobeats',
  'dancehall',
  'reggae',
  'hip-hop',
  'amapiano',
  'poetry',
  'spoken-word',
  'visual-arts',
  'photography',
  'film',
  'fashion',
  'dance',
  'theater',
  'comedy',
  'education',
  'activism',
] as const

/** Languages that a bio can be written in, by BCP 47 code. */
export const BIO_LANGUAGES = [
  'en',
  'es',
  'fr',
  'pt',
  'yo',
  'sw',
  'ar',
  'am',
  'zu',
  'xh',
  'jam',
  'ht',
  'nl',
  'de',
  'ha',
  'ig',
  'ak',
] as const
export type BioLanguage = (typeof BIO_LANGUAGES)[number]

/** Aliases of language codes: SPEC.txt's code for Jamaican Patois is not a BCP 47 tag. */
const CODE_BY_ALIAS = new Map<string, BioLanguage>([['jm', 'jam']])

/** Returns the code under which a bio in this language is stored; undefined for an unsupported language. */
export function toBioLanguage(code: string): BioLanguage | undefined {
  return CODE_BY_ALIAS.get(code) ?? BIO_LANGUAGES.find((supported) => supported === code)
}

/** Returns the bio in the first of `languages` (BCP 47, preferred first) that has one, else the plain bio, else any. */
export function selectBio(
  user: { bio: string | null; bioMultilingual: Record<string, string> },
  languages: readonly string[],
): { text: string; language: string | null } | null {
  for (const language of languages) {
    const code = toBioLanguage(language.toLowerCase().split('-')[0] ?? '')
    const text = code && user.bioMultilingual[code]
    if (text) return { text, language: code }
  }
  if (user.bio) return { text: user.bio, language: null }
  const [first] = Object.entries(user.bioMultilingual)
  return first ? { text: first[1], language: first[0] } : null
}

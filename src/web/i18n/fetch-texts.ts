import type { Messages } from 'use-intl'

// How texts come in development and in tests: file by file, all of a language at the start. A build puts a module in
// this one's place that fetches what a page needs, as one file; see scripts/texts.ts.
const files = import.meta.glob<Messages[keyof Messages]>('../locales/*/*.json', { import: 'default' })

/** Languages that have texts, as primary subtags: `en`, later `ar`. Adding one is adding its folder. */
export const languages: readonly string[] = [
  ...new Set(Object.keys(files).map((path) => path.split('/').at(-2) ?? '')),
]

/** The namespaces that the start needs, joined by hyphens. */
export const core: string = Object.keys(files)
  .filter((path) => path.startsWith('../locales/en/'))
  .map((path) => path.slice('../locales/en/'.length, -'.json'.length))
  .join('-')

/** The texts of a group of namespaces, joined by hyphens; what a language lacks is in English. */
export async function fetchTexts(language: string, group: string): Promise<Partial<Messages>> {
  const load = async (namespace: string) => {
    const file = files[`../locales/${language}/${namespace}.json`] ?? files[`../locales/en/${namespace}.json`]
    return [namespace, await file?.()] as const
  }
  // Boundary: the check of the messages holds every file to the type that is written from English.
  return Object.fromEntries(await Promise.all(group.split('-').map(load))) as Partial<Messages>
}

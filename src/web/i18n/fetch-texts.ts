import type { Messages } from 'use-intl'

// Used in development and tests only: loads the texts file by file, all of a language at the start. A build replaces
// this module by one that fetches the texts of a page as one file; see scripts/texts.ts.
const files = import.meta.glob<Messages[keyof Messages]>('../locales/*/*.json', { import: 'default' })

/** Languages with texts, as primary subtags (`en`): one for each folder of `locales`. */
export const languages: readonly string[] = [
  ...new Set(Object.keys(files).map((path) => path.split('/').at(-2) ?? '')),
]

/** The namespaces needed at the start, joined by hyphens. */
export const core: string = Object.keys(files)
  .filter((path) => path.startsWith('../locales/en/'))
  .map((path) => path.slice('../locales/en/'.length, -'.json'.length))
  .join('-')

/** Loads the texts of a group of namespaces, joined by hyphens; a missing file falls back to English. */
export async function fetchTexts(language: string, group: string): Promise<Partial<Messages>> {
  const load = async (namespace: string) => {
    const file = files[`../locales/${language}/${namespace}.json`] ?? files[`../locales/en/${namespace}.json`]
    return [namespace, await file?.()] as const
  }
  // Boundary: the `messages` check verifies every file against the type generated from English.
  return Object.fromEntries(await Promise.all(group.split('-').map(load))) as Partial<Messages>
}

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** A catalogue: messages by key, nested by namespace. */
export type Catalogue = { [key: string]: string | Catalogue }

/** Compiled messages by key: icu-minify's compact trees instead of ICU text. */
export type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }

/**
 * Vite plugin: compiles the ICU messages, so that no parser is shipped. Messages missing in a language fall back to
 * English.
 */
export function icu(): Plugin {
  return {
    name: 'icu',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    transform: {
      filter: { id: /\/locales\/[\w-]+\/\w+\.json$/ },
      handler(code, id) {
        const english = join(dirname(dirname(id)), 'en', basename(id))
        this.addWatchFile(english)
        const compiled = compileCatalogue(readCatalogue(readFileSync(english, 'utf8')), readCatalogue(code))
        return { code: JSON.stringify(compiled), map: null }
      },
    },
  }
}

/** Compiles `translated`; messages that it lacks come from `english`, messages that `english` lacks are dropped. */
export function compileCatalogue(english: Catalogue, translated: Catalogue): Compiled {
  const compiled: Compiled = {}
  for (const [key, message] of Object.entries(english)) {
    const translation = translated[key]
    compiled[key] =
      typeof message === 'string'
        ? compile(typeof translation === 'string' ? translation : message)
        : compileCatalogue(message, typeof translation === 'object' ? translation : {})
  }
  return compiled
}

/** Reads the catalogue of a language from its folder, which contains a file for each namespace. */
export function readLanguage(folder: string): Catalogue {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [basename(file, '.json'), readCatalogue(readFileSync(join(folder, file), 'utf8'))]),
  )
}

/** Parses a catalogue file; throws when an entry is neither a message nor a namespace. */
export function readCatalogue(json: string): Catalogue {
  const parsed: unknown = JSON.parse(json)
  if (!isCatalogue(parsed)) throw new Error('a catalogue contains only strings and namespaces')
  return parsed
}

function isCatalogue(value: unknown): value is Catalogue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((entry) => typeof entry === 'string' || isCatalogue(entry))
}

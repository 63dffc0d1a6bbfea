import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** A catalogue: messages by key, nested by namespace. */
export type Catalogue = { [key: string]: string | Catalogue }

/** What the browser gets for each message: icu-minify's compact tree instead of ICU text. */
type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }

/** Namespaces of pages that only development has. */
const DEVELOPMENT_ONLY = ['kit']

/**
 * Vite plugin: compiles the ICU catalogues at build time, so no parser is shipped. What a language still
 * lacks is filled from the `source` catalogue (English), so a half-translated language shows no keys.
 */
export function icu(source: string): Plugin {
  let production = false
  return {
    name: 'icu',
    enforce: 'pre',
    configResolved(config) {
      production = config.isProduction
    },
    config: () => ({
      resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
    }),
    transform: {
      filter: { id: /\/locales\/[\w-]+\.json$/ },
      handler(code) {
        this.addWatchFile(source)
        const english = readCatalogue(readFileSync(source, 'utf8'))
        if (production) for (const namespace of DEVELOPMENT_ONLY) delete english[namespace]
        const compiled = compileCatalogue(english, readCatalogue(code))
        return { code: JSON.stringify(compiled), map: null }
      },
    },
  }
}

/** Compiles `translated`, taking from `english` every message that it lacks. */
export function compileCatalogue(english: Catalogue, translated: Catalogue): Compiled {
  const compiled: Compiled = {}
  for (const [key, message] of Object.entries(english)) {
    const other = translated[key]
    compiled[key] =
      typeof message === 'string'
        ? compile(typeof other === 'string' ? other : message)
        : compileCatalogue(message, typeof other === 'object' ? other : {})
  }
  return compiled
}

/** Parses a catalogue file; throws when something in it is neither a message nor a namespace. */
export function readCatalogue(json: string): Catalogue {
  const parsed: unknown = JSON.parse(json)
  if (!isCatalogue(parsed)) throw new Error('a catalogue holds only strings and namespaces')
  return parsed
}

function isCatalogue(value: unknown): value is Catalogue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((entry) => typeof entry === 'string' || isCatalogue(entry))
}

import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

/** A catalogue: messages by key, nested by namespace. */
export type Catalogue = { [key: string]: string | Catalogue }

/** What the browser gets for each message: icu-minify's compact tree instead of ICU text. */
export type Compiled = { [key: string]: ReturnType<typeof compile> | Compiled }

/**
 * Vite plugin: compiles the ICU messages, so no parser is shipped. What a language still lacks is filled from
 * English, so a half-translated language shows no keys.
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

/** The catalogue of a language: its folder holds a file for each namespace. */
export function readLanguage(folder: string): Catalogue {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files
      .sort()
      .map((file) => [basename(file, '.json'), readCatalogue(readFileSync(join(folder, file), 'utf8'))]),
  )
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

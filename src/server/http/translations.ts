import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createTranslator } from 'use-intl/core'
import * as z from 'zod/mini'
import english from '../locales/en.json' with { type: 'json' }

/** For what is stored or sent to everyone alike, so that no caller's language applies. */
export const inEnglish = createTranslator({ locale: 'en', messages: english })

/** Returns a text of the server's catalogue in one language. */
export type Translate = typeof inEnglish
export type MessageKey = Parameters<Translate>[0]
/** A text before the language of its reader is known. */
export type Message = { key: MessageKey; values?: Record<string, string | number> }

declare module 'fastify' {
  interface FastifyRequest {
    /** BCP 47 tag from the member's preferences; null where the browser's languages apply. */
    language: string | null
    /** Translates into the language of the caller. */
    readonly translate: Translate
  }
}

/** Gives every request `translate`. A session sets `request.language` where the member has chosen one. */
export function translateRequests(app: FastifyInstance, translations: Translations): void {
  app.decorateRequest('language', null)
  app.decorateRequest('translate', {
    getter() {
      return translations.for(this.language, this.headers['accept-language'])
    },
  })
}

/** The catalogues of all languages: one JSON file each in one folder, named by BCP 47 tag. */
export class Translations {
  readonly #byTag: ReadonlyMap<string, Translate>

  constructor(byTag: ReadonlyMap<string, Translate> = new Map()) {
    this.#byTag = byTag
  }

  /** The translator for a caller, by preference, then by Accept-Language, then English. */
  for(preferred: string | null, acceptLanguage = ''): Translate {
    if (this.#byTag.size === 0) return inEnglish
    for (const tag of [...(preferred ? [preferred] : []), ...parseAcceptLanguage(acceptLanguage)]) {
      const found = this.#find(tag.toLowerCase())
      if (found) return found
    }
    return inEnglish
  }

  /** `fr-ca` is served by its own catalogue, else by `fr`. */
  #find(tag: string): Translate | undefined {
    const [primary = ''] = tag.split('-')
    const found = this.#byTag.get(tag) ?? this.#byTag.get(primary)
    return found ?? (primary === 'en' ? inEnglish : undefined)
  }
}

/** Reads the catalogues of a folder; a text that a language lacks is taken from English. */
export async function readTranslations(folder: string): Promise<Translations> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json') && file !== 'en.json')
  const entries = files.map(async (file) => {
    const locale = path.basename(file, '.json')
    const parsed = catalogue.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8')))
    // Boundary: `complete` returns the shape of its first argument.
    const messages = complete(english, parsed) as typeof english
    return [locale.toLowerCase(), createTranslator({ locale, messages })] as const
  })
  return new Translations(new Map(await Promise.all(entries)))
}

type Catalogue = { [key: string]: string | Catalogue }

const catalogue: z.ZodMiniType<Catalogue> = z.record(
  z.string(),
  z.union([z.string(), z.lazy(() => catalogue)]),
)

function complete(original: Catalogue, translated: Catalogue): Catalogue {
  const completed: Catalogue = {}
  for (const [key, text] of Object.entries(original)) {
    const other = translated[key]
    if (typeof text === 'string') completed[key] = typeof other === 'string' ? other : text
    else completed[key] = complete(text, typeof other === 'object' ? other : {})
  }
  return completed
}

/** A browser sends a handful. */
const MAX_LANGUAGES = 10

/** The tags of an Accept-Language header (RFC 9110, 12.5.4), the most wanted first. */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',', MAX_LANGUAGES)
    .map((range) => {
      const [tag = '', quality] = range.split(';')
      return { tag: tag.trim(), quality: Number(/^\s*q=([\d.]+)\s*$/i.exec(quality ?? '')?.[1] ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}

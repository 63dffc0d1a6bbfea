import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createTranslator } from 'use-intl/core'
import * as z from 'zod/mini'
import english from '../locales/en.json' with { type: 'json' }

/** Translates into English, for texts that are stored or sent to several users. */
export const inEnglish = createTranslator({ locale: 'en', messages: english })

/** Returns a text of the server's catalogue in one language. */
export type Translate = typeof inEnglish
export type MessageKey = Parameters<Translate>[0]
/** A text that is not translated yet. */
export type Message = { key: MessageKey; values?: Record<string, string | number> }

declare module 'fastify' {
  interface FastifyRequest {
    /** BCP 47 tag from the user's preferences; null if the browser's languages apply. */
    language: string | null
    /** Translates into the caller's language. */
    readonly translate: Translate
  }
}

/** Adds `translate` to every request. The session sets `request.language` if the user has chosen one. */
export function translateRequests(app: FastifyInstance, translations: Translations): void {
  app.decorateRequest('language', null)
  app.decorateRequest('translate', {
    getter() {
      return translations.for(this.language, this.headers['accept-language'])
    },
  })
}

/** The languages of a caller for a later mail, in the format of `Accept-Language`; null if there are none. */
export function languagesOf({
  language,
  headers,
}: Pick<FastifyRequest, 'language' | 'headers'>): string | null {
  return language ?? headers['accept-language']?.slice(0, MAX_LANGUAGES_LENGTH) ?? null
}

const MAX_LANGUAGES_LENGTH = 200

/** The translators of all languages, by BCP 47 tag. */
export class Translations {
  readonly #byTag: ReadonlyMap<string, Translate>

  constructor(byTag: ReadonlyMap<string, Translate> = new Map()) {
    this.#byTag = byTag
  }

  /** Returns the translator for a preference, then for Accept-Language, then for English. */
  for(preferred: string | null, acceptLanguage = ''): Translate {
    if (this.#byTag.size === 0) return inEnglish
    for (const tag of [...(preferred ? [preferred] : []), ...parseAcceptLanguage(acceptLanguage)]) {
      const found = this.#find(tag.toLowerCase())
      if (found) return found
    }
    return inEnglish
  }

  /** For `fr-ca` returns its own translator, otherwise that of `fr`. */
  #find(tag: string): Translate | undefined {
    const [primary = ''] = tag.split('-')
    const found = this.#byTag.get(tag) ?? this.#byTag.get(primary)
    return found ?? (primary === 'en' ? inEnglish : undefined)
  }
}

/** Reads the catalogues of a folder, one JSON file per BCP 47 tag; texts that a language lacks are English. */
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

/** Browsers send a few. */
const MAX_LANGUAGES = 10

/** Returns the tags of an Accept-Language header (RFC 9110, 12.5.4), sorted by quality. */
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

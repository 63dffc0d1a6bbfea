import type { FastifyRequest } from 'fastify'
import { excerptOf } from '#shared/text/excerpt.ts'
import type { PAGES } from '#shared/pages.ts'
import type { Translate } from '#server/http/translations.ts'
import { escapeMarkup } from './markup.ts'

/** What other sites and messengers show of a page that somebody links to. Only what every visitor may see. */
export type Preview = {
  title: string
  description?: string
  /** Our own address of it, relative. */
  image?: string | null
  /** Of Open Graph; `website` when left out. */
  type?: 'profile' | 'article' | 'video.other'
  /** What a news reader can follow here: relative address and name. */
  feed?: { href: string; title: string }
}

type PagePath = (typeof PAGES)[number]['path']
type Params = Record<string, string | undefined>
/**
 * Whose pages carry a preview. It is decoration for those who look from outside, and members' pages do without; but what
 * a member's own news reader looks for is for everyone.
 */
type Audience = 'visitors' | 'everyone'
type Load = (params: Params, translate: Translate) => Promise<Preview | undefined>

/** Which page has a preview of its own: the feature that owns its record says so. */
export class Previews {
  readonly #loaders = new Map<string, { load: Load; audience: Audience }>()

  /** Loads the preview of a page; undefined where visitors see nothing of it. */
  on(path: PagePath, load: Load, audience: Audience = 'visitors'): void {
    this.#loaders.set(path, { load, audience })
  }

  async find(
    path: PagePath,
    params: Params,
    { user, translate }: Pick<FastifyRequest, 'user' | 'translate'>,
  ): Promise<Preview | undefined> {
    const found = this.#loaders.get(path)
    return found && (!user || found.audience === 'everyone') ? found.load(params, translate) : undefined
  }
}

type Site = { name: string; description: string; url: string; image: string }

/** The part of `<head>` that names the page, for browsers, search engines and link previews. */
export function headOf(site: Site, path: string, preview?: Preview): string {
  const title = preview ? `${preview.title} · ${site.name}` : site.name
  const description = excerptOf(preview?.description || site.description, DESCRIPTION_LENGTH)
  const image = ownAddress(site, preview?.image ?? site.image)
  const meta = [
    ['property', 'og:site_name', site.name],
    ['property', 'og:type', preview?.type ?? 'website'],
    ['property', 'og:title', preview?.title ?? site.name],
    ['property', 'og:description', description],
    ['property', 'og:url', ownAddress(site, path)],
    ['property', 'og:image', image],
    ['name', 'twitter:card', preview?.type === 'profile' ? 'summary' : 'summary_large_image'],
    ['name', 'description', description],
  ] as const
  return [
    `<title>${escapeMarkup(title)}</title>`,
    ...meta.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeMarkup(content)}">`),
    ...(preview?.feed
      ? [
          `<link rel="alternate" type="application/rss+xml" title="${escapeMarkup(preview.feed.title)}" href="${escapeMarkup(preview.feed.href)}">`,
        ]
      : []),
  ].join('\n    ')
}

/**
 * A whole address on this site. A path that a browser takes for another site (`//other.example`, `/\other.example`) or
 * for none at all becomes the front page.
 */
function ownAddress({ url }: Site, path: string): string {
  const frontPage = new URL(url)
  const address = URL.canParse(path, url) ? new URL(path, url) : frontPage
  return address.origin === frontPage.origin ? address.href : frontPage.href
}

/** Longer ones are cut by those who show them. */
const DESCRIPTION_LENGTH = 200

import type { PAGES } from '#shared/pages.ts'

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
type Load = (params: Params) => Promise<Preview | undefined>

/** Which page has a preview of its own: the feature that owns its record says so. */
export class Previews {
  readonly #loaders = new Map<string, Load>()

  /** Loads the preview of a page; undefined where visitors see nothing of it. */
  on(path: PagePath, load: Load): void {
    this.#loaders.set(path, load)
  }

  async find(path: PagePath, params: Params): Promise<Preview | undefined> {
    return this.#loaders.get(path)?.(params)
  }
}

type Site = { name: string; description: string; url: string; image: string }

/** The part of `<head>` that names the page, for browsers, search engines and link previews. */
export function headOf(site: Site, path: string, preview?: Preview): string {
  const title = preview ? `${preview.title} · ${site.name}` : site.name
  const description = shorten(preview?.description || site.description, DESCRIPTION_LENGTH)
  const image = new URL(preview?.image ?? site.image, site.url).href
  const meta = [
    ['property', 'og:site_name', site.name],
    ['property', 'og:type', preview?.type ?? 'website'],
    ['property', 'og:title', preview?.title ?? site.name],
    ['property', 'og:description', description],
    ['property', 'og:url', new URL(path, site.url).href],
    ['property', 'og:image', image],
    ['name', 'twitter:card', preview?.type === 'profile' ? 'summary' : 'summary_large_image'],
    ['name', 'description', description],
  ] as const
  return [
    `<title>${escape(title)}</title>`,
    ...meta.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escape(content)}">`),
    ...(preview?.feed
      ? [
          `<link rel="alternate" type="application/rss+xml" title="${escape(preview.feed.title)}" href="${escape(preview.feed.href)}">`,
        ]
      : []),
  ].join('\n    ')
}

/** Longer ones are cut by those who show them. */
const DESCRIPTION_LENGTH = 200

/** One line of at most so many code points. */
export function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const points = [...line]
  return points.length <= length
    ? line
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

/** For text in HTML and XML, attributes too. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}

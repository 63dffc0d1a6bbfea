import { escapeMarkup } from './markup.ts'

/** The page that other sites frame, and the file that it plays: relative URLs, and the size in pixels. */
type Player = { frame: string; width: number; height: number; file?: { url: string; type: string } }

/** The links in the head of a page. */
export type LinkedPage = {
  title: string
  /** The RSS feed of the page: relative URL and title. */
  feed?: { href: string; title: string }
  player?: Player
  /** Relative URL of the page that search engines list instead of this one. */
  canonical?: string
  /** Relative URLs that the page's code fetches first; `media` is not preloaded for readers who save data. */
  preload?: { data: string; media: string | null }
}

type Absolute = (path: string) => string
type Meta = readonly ['property' | 'name', string, string]

/** The metadata of a player: a frame, and for Open Graph also the file that it plays. */
export function playerMeta(player: Player | undefined, absolute: Absolute): Meta[] {
  if (!player) return []
  const frame = absolute(player.frame)
  const [width, height] = [String(player.width), String(player.height)]
  const video = (url: string, type: string): Meta[] => [
    ['property', 'og:video', url],
    ...(url.startsWith('https:') ? ([['property', 'og:video:secure_url', url]] as const) : []),
    ['property', 'og:video:type', type],
    ['property', 'og:video:width', width],
    ['property', 'og:video:height', height],
  ]
  return [
    ...video(frame, 'text/html'),
    ...(player.file ? video(absolute(player.file.url), player.file.type) : []),
    ['name', 'twitter:player', frame],
    ['name', 'twitter:player:width', width],
    ['name', 'twitter:player:height', height],
  ]
}

type Image = { url: string; width: number; height: number }

/** The metadata of a picture: sites that know its size show it large at once, before they have loaded it. */
export function imageMeta(image: Image, { alt, absolute }: { alt: string; absolute: Absolute }): Meta[] {
  const { url, width, height } = image
  return [
    ['property', 'og:image', absolute(url)],
    ['property', 'og:image:type', url.endsWith('.png') ? 'image/png' : 'image/jpeg'],
    ['property', 'og:image:width', String(width)],
    ['property', 'og:image:height', String(height)],
    ['property', 'og:image:alt', alt],
  ]
}

type Link = { rel: string; href: string; type?: string; title?: string }

/** The feed, oEmbed and canonical URL of a page; `url` is its own absolute one. */
export function linksOf(
  page: LinkedPage | undefined,
  { url, absolute }: { url: string; absolute: Absolute },
): Link[] {
  if (!page) return []
  const { feed, player, canonical, title } = page
  const oembed = absolute(`/api/oembed?url=${encodeURIComponent(url)}&format=json`)
  return [
    ...(feed ? [{ rel: 'alternate', type: 'application/rss+xml', ...feed }] : []),
    ...(player ? [{ rel: 'alternate', type: 'application/json+oembed', href: oembed, title }] : []),
    ...(canonical ? [{ rel: 'canonical', href: url }] : []),
  ]
}

export function renderLink({ rel, type, title, href }: Link): string {
  const attributes = Object.entries({ rel, type, title, href })
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}="${escapeMarkup(value)}"`))
    .join(' ')
  return `<link ${attributes}>`
}

/**
 * Returns links by which the browser fetches the data of a page while its code still loads. The inline script of the
 * document starts those marked `data-preload`, unless the reader saves data.
 */
export function preloadLinks({ preload }: LinkedPage): string[] {
  if (!preload) return []
  const { data, media } = preload
  return [
    `<link rel="preload" as="fetch" crossorigin href="${escapeMarkup(data)}">`,
    ...(media === null ? [] : [`<link data-preload as="fetch" crossorigin href="${escapeMarkup(media)}">`]),
  ]
}

/** Returns a data block, which browsers do not run; `<` is escaped, so that no text can close the element. */
export function renderStructuredData(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

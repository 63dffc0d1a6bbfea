import type { FastifyRequest } from 'fastify'
import { id as idField } from '#shared/fields.ts'
import { excerptOf } from '#shared/text/excerpt.ts'
import type { PAGES } from '#shared/pages.ts'
import type { ROLE_PAGES } from '#shared/role-pages.ts'
import type { Caller } from '#server/http/access.ts'
import type { Translate } from '#server/http/translations.ts'
import {
  type LinkedPage,
  imageMeta,
  linksOf,
  playerMeta,
  preloadLinks,
  renderLink,
  renderStructuredData,
} from './head-tags.ts'
import { escapeMarkup } from './markup.ts'
import type { PreviewImage, PreviewKind } from './preview-image.ts'
import { parseUrl } from '#shared/text/parse-url.ts'

/** The link preview that other sites and messengers show of a page. Only data that every visitor may see. */
export type Preview = LinkedPage & {
  description?: string
  /** Without one, the page has the card of the site. */
  image?: PreviewImage | null
  /** `og:type` of Open Graph; by default `website`. */
  type?: 'profile' | 'article' | 'video.other'
  /** Returns a description by schema.org; `absolute` makes URLs absolute. */
  structuredData?: (absolute: (path: string) => string) => object
}

export type PagePath = (typeof PAGES | typeof ROLE_PAGES)[number]['path']
type Params = Record<string, string | undefined>
/**
 * The readers that get the preview. Crawlers are visitors, so that most previews are not loaded for members; a page
 * with an RSS feed or data to preload has it for everyone.
 */
type Audience = 'visitors' | 'everyone'
type IsShown = (id: string, reader: Caller | null) => Promise<boolean>
type Load = (params: Params, translate: Translate) => Promise<Preview | undefined>

/** The loaders of previews, by page; features register them. */
export class Previews {
  readonly #loaders = new Map<string, { load: Load; audience: Audience }>()
  readonly #records = new Map<string, IsShown>()

  /** Registers whether a reader may see the record whose id is in the page's path; for others the page is 404. */
  onRecord(path: PagePath, isShownTo: IsShown): void {
    this.#records.set(path, isShownTo)
  }

  /**
   * Whether a page's record is absent or hidden from the reader. `preview` is the result of `find`, which may spare
   * another lookup.
   */
  async isAbsent(
    path: PagePath,
    params: Params,
    { user, preview }: { user: Caller | null; preview: Preview | undefined },
  ): Promise<boolean> {
    const isShownTo = this.#records.get(path)
    if (!isShownTo || preview) return false
    const { success, data: id } = idField.safeParse(Object.values(params)[0])
    const isDecidedByPreview = user === null && this.#loaders.has(path)
    return !success || isDecidedByPreview || !(await isShownTo(id, user))
  }

  /** Registers the loader of a page; it returns undefined if visitors may not see the record. */
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

  /** Returns the picture of a record that visitors may see. */
  async findImage(kind: string, id: string, translate: Translate): Promise<PreviewImage | undefined> {
    if (!isKind(kind)) return undefined
    const path = PAGE_BY_KIND[kind]
    const [, name = ''] = path.split(':')
    return (await this.find(path, { [name]: id }, { user: null, translate }))?.image ?? undefined
  }
}

const PAGE_BY_KIND = {
  post: '/post/:postId',
  profile: '/profile/:userId',
  stream: '/stream/:streamId',
  video: '/video/:videoId',
} as const satisfies Record<PreviewKind, PagePath>

const isKind = (kind: string): kind is PreviewKind => Object.hasOwn(PAGE_BY_KIND, kind)

type Site = { name: string; description: string; url: string }

/** Returns the part of `<head>` with title and metadata, for browsers, search engines and link previews. */
export function renderHead(site: Site, path: string, preview?: Preview): string {
  const title = preview ? `${preview.title} · ${site.name}` : site.name
  const description = excerptOf(preview?.description || site.description, MAX_DESCRIPTION_LENGTH)
  const absolute = (relative: string) => absoluteUrl(site, relative)
  const url = absolute(preview?.canonical ?? path)
  const meta = [
    ['property', 'og:site_name', site.name],
    ['property', 'og:type', preview?.type ?? 'website'],
    ['property', 'og:title', preview?.title ?? site.name],
    ['property', 'og:description', description],
    ['property', 'og:url', url],
    ...imageMeta(preview?.image ?? CARD, { alt: preview?.title ?? site.name, absolute }),
    ['name', 'twitter:card', twitterCardOf(preview)],
    ['name', 'description', description],
    ...playerMeta(preview?.player, absolute),
  ] as const
  return [
    `<title>${escapeMarkup(title)}</title>`,
    ...meta.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeMarkup(content)}">`),
    ...linksOf(preview, { url, absolute }).map(renderLink),
    ...(preview ? preloadLinks(preview) : []),
    ...(preview?.structuredData ? [renderStructuredData(preview.structuredData(absolute))] : []),
  ].join('\n    ')
}

/** The picture of pages without one of their own. */
const CARD = { url: '/card.png', width: 1200, height: 630 } as const

function twitterCardOf(preview: Preview | undefined): string {
  if (preview?.player) return 'player'
  return preview?.type === 'profile' ? 'summary' : 'summary_large_image'
}

/**
 * Returns an absolute URL on this site. A path that browsers resolve to another site (`//other.example`,
 * `/\other.example`), also after its dots are removed (`/.//other.example`), or that is invalid, becomes the front page.
 */
function absoluteUrl({ url }: Site, path: string): string {
  const frontPage = new URL(url)
  const resolved = parseUrl(path, url) ?? frontPage
  const isOnThisSite = resolved.origin === frontPage.origin && !resolved.pathname.startsWith('//')
  return isOnThisSite ? resolved.href : frontPage.href
}

/** Sites and messengers truncate longer ones. */
const MAX_DESCRIPTION_LENGTH = 200

import { excerptOf } from '#shared/text/excerpt.ts'
import { id } from '#shared/fields.ts'
import type { Post } from '#shared/posts.ts'
import { type PublicUser, displayName } from '#shared/users.ts'
import type { Feature } from '#server/feature.ts'
import { presentPost } from '#server/features/posts/present-post.ts'
import { listOfAuthor } from '#server/features/posts/queries.ts'
import { presentPublicUser } from '#server/features/users/present-user.ts'
import { findUserById } from '#server/features/users/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { escapeMarkup } from '#server/http/pages/markup.ts'
import { inEnglish } from '#server/http/translations.ts'
import { typeOf } from '#server/storage/storage.ts'
import { rssDocument } from './rss-document.ts'

/** Posts that a reader gets at once: it comes back for more. */
const ITEMS = 30
const TITLE_LENGTH = 80

/** A member's posts for news readers, open to everyone as its profile is. Its videos join with their own feature. */
export const rss: Feature = {
  name: 'rss',
  register(app, { config, db, settings }) {
    app.get<{ Params: { userId: string } }>(
      '/profile/:userId/rss.xml',
      { config: { access: 'anyone' } },
      async ({ params }, reply) => {
        const known = id.safeParse(params.userId)
        const row = known.success ? await findUserById(db, known.data) : undefined
        if (!row?.isActive) throw notFound('notFound.user')
        const rows = await listOfAuthor(db, row.id, null, ITEMS)
        const posts = rows.slice(0, ITEMS).map((post) => presentPost(post, null))
        const site = { name: settings.get('general.siteName'), url: config.publicUrl }
        return reply
          .type('application/rss+xml; charset=utf-8')
          .header('cache-control', 'public, max-age=300')
          .send(documentOf(site, presentPublicUser(row, null), posts))
      },
    )
  },
}

function documentOf(site: { name: string; url: URL }, user: PublicUser, posts: Post[]): string {
  const absolute = (path: string) => new URL(path, site.url).href
  const profile = absolute(`/profile/${user.id}`)
  return rssDocument({
    title: `${displayName(user)} · ${site.name}`,
    link: profile,
    self: `${profile}/rss.xml`,
    description: user.bio ?? inEnglish('site.description'),
    ...(user.profileImageUrl && { image: absolute(user.profileImageUrl) }),
    items: posts.map((post) => ({
      title: excerptOf(post.content, TITLE_LENGTH),
      link: absolute(`/post/${post.id}`),
      html: htmlOf(post, absolute),
      at: new Date(post.createdAt),
      ...enclosureOf(post, absolute),
    })),
  })
}

function htmlOf({ content, mediaUrl, mediaType }: Post, absolute: (path: string) => string): string {
  const picture =
    mediaUrl && mediaType === 'image' ? `<p><img src="${escapeMarkup(absolute(mediaUrl))}" alt=""></p>` : ''
  return `<p>${escapeMarkup(content).replaceAll('\n', '<br>')}</p>${picture}`
}

/** What a reader may load besides; a picture stands in the text, and its size is not known. */
function enclosureOf({ mediaUrl, mediaSize: bytes }: Post, absolute: (path: string) => string) {
  const type = mediaUrl && typeOf(mediaUrl.replace(/^\/files\//, ''))
  return type && bytes !== null ? { enclosure: { url: absolute(mediaUrl), bytes, type } } : {}
}

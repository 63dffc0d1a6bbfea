import { createHash } from 'node:crypto'
import { excerptOf } from '#shared/text/excerpt.ts'
import { id } from '#shared/fields.ts'
import type { Post } from '#shared/community/posts.ts'
import { type PublicUser, displayName } from '#shared/accounts/users.ts'
import type { Mount } from '#server/feature.ts'
import { presentPost } from '#server/features/community/posts/present-post.ts'
import { listPostsByAuthor } from '#server/features/community/posts/queries.ts'
import { presentPublicUser } from '#server/features/accounts/users/present-user.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'
import { listNewestVideos } from '#server/features/discovery/video-discovery/queries.ts'
import { type VideoWithCreator, listVideosByIds } from '#server/features/videos/videos/queries.ts'
import { fileUrl, playableFiles, presentThumbnail } from '#server/features/videos/videos/files/video-files.ts'
import { notFound } from '#server/http/errors.ts'
import { isNotModified } from '#server/http/not-modified.ts'
import { escapeMarkup } from '#server/http/pages/markup.ts'
import { inEnglish } from '#server/http/translations.ts'
import { mediaTypeOf } from '#server/storage/storage.ts'
import { type Item, renderRssDocument } from './rss-document.ts'

/** Posts in the feed; feed readers poll for later ones. */
const MAX_ITEMS = 30
const MAX_TITLE_LENGTH = 80

export const mountRss: Mount = (app, { config, db, settings }) => {
  app.get<{ Params: { userId: string } }>(
    '/profile/:userId/rss.xml',
    { config: { access: 'anyone' } },
    async (request, reply) => {
      const { params } = request
      const parsed = id.safeParse(params.userId)
      const row = parsed.success ? await findUserById(db, parsed.data) : undefined
      if (!row?.isActive) throw notFound('notFound.user')
      const rows = await listPostsByAuthor(db, row.id, null, MAX_ITEMS)
      const posts = rows.slice(0, MAX_ITEMS).map((post) => presentPost(post, null))
      const listed = await listNewestVideos(db, { creatorId: row.id, requester: null }, MAX_ITEMS)
      const videos = await listVideosByIds(
        db,
        listed.map((video) => video.id),
        null,
      )
      const site = { name: settings.get('general.siteName'), url: config.publicUrl }
      const document = renderFeed(site, presentPublicUser(row, null), { posts, videos })
      const etag = `"${createHash('sha256').update(document).digest('base64url')}"`
      const lastModified = lastModifiedOf(row, { posts, videos })
      void reply.headers({
        etag,
        'last-modified': lastModified.toUTCString(),
        'cache-control': 'public, max-age=300',
      })
      if (isNotModified(request, { etag, lastModified })) return reply.code(304).send()
      return reply.type('application/rss+xml; charset=utf-8').send(document)
    },
  )
}

/** The time of the latest visible change of the feed. A deletion changes only the ETag. */
function lastModifiedOf(user: { updatedAt: Date }, { posts, videos }: Content): Date {
  const times = [
    user.updatedAt,
    ...posts.map((post) => new Date(post.updatedAt)),
    ...videos.flatMap(({ video }) => [video.updatedAt, video.publishedAt ?? video.createdAt]),
  ]
  return new Date(Math.max(...times.map((time) => time.getTime())))
}

type Content = { posts: readonly Post[]; videos: readonly VideoWithCreator[] }

function renderFeed(site: { name: string; url: URL }, user: PublicUser, { posts, videos }: Content): string {
  const absolute = (path: string) => new URL(path, site.url).href
  const items = [
    ...posts.map((post) => postItem(post, absolute)),
    ...videos.map((video) => videoItem(video, absolute)),
  ].toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  const profile = absolute(`/profile/${user.id}`)
  return renderRssDocument({
    title: `${displayName(user)} · ${site.name}`,
    link: profile,
    self: `${profile}/rss.xml`,
    description: user.bio ?? inEnglish('site.description'),
    ...(user.profileImageUrl && { image: absolute(user.profileImageUrl) }),
    items: items.slice(0, MAX_ITEMS),
  })
}

type Absolute = (path: string) => string

function postItem(post: Post, absolute: Absolute): Item {
  return {
    title: excerptOf(post.content, MAX_TITLE_LENGTH),
    link: absolute(`/post/${post.id}`),
    html: htmlOf(post, absolute),
    publishedAt: new Date(post.createdAt),
    ...enclosureOf(post, absolute),
  }
}

/** The enclosure is the best file that players support; its address stays the same while qualities are added. */
function videoItem({ video, files }: VideoWithCreator, absolute: Absolute): Item {
  const [file] = playableFiles(files)
  const thumbnailUrl = presentThumbnail(video, files)
  const image = thumbnailUrl ? `<p><img src="${escapeMarkup(absolute(thumbnailUrl))}" alt=""></p>` : ''
  return {
    title: video.title,
    link: absolute(`/video/${video.id}`),
    html: `${image}<p>${escapeMarkup(video.description ?? '').replaceAll('\n', '<br>')}</p>`,
    publishedAt: video.publishedAt ?? video.createdAt,
    ...(file && {
      enclosure: { url: absolute(fileUrl(video.id)), bytes: file.size, type: file.mimeType },
    }),
  }
}

function htmlOf({ content, mediaUrl, mediaType }: Post, absolute: Absolute): string {
  const image =
    mediaUrl && mediaType === 'image' ? `<p><img src="${escapeMarkup(absolute(mediaUrl))}" alt=""></p>` : ''
  return `<p>${escapeMarkup(content).replaceAll('\n', '<br>')}</p>${image}`
}

/** The enclosure of a post's video or file; images, also animated ones, are in the HTML. */
function enclosureOf({ mediaUrl, mediaType, mediaSize: bytes }: Post, absolute: Absolute) {
  const type = mediaType !== 'image' && mediaUrl && mediaTypeOf(mediaUrl.replace(/^\/files\//, ''))
  return type && bytes !== null ? { enclosure: { url: absolute(mediaUrl), bytes, type } } : {}
}

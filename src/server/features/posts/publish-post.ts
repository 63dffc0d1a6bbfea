import type { z } from 'zod/mini'
import { hashtagsOf, mentionsOf } from '#shared/text/post-text.ts'
import type { Post, postInput } from '#shared/posts.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import type { MediaStore } from '#server/features/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/queries.ts'
import {
  type NotificationChange,
  recordNotifications,
  deliverNotifications,
} from '#server/features/notifications/notify.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, invalid, notFound } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rate-limits.ts'
import { findByClientId, insertHashtags, insertPost, listMentioned, listPostsByIds } from './queries.ts'
import { FEED_TOPIC } from './topics.ts'

const POSTS = rateOf('posts')
/** Ours are far shorter. */
const LONGEST_ADDRESS = 500

type Parts = Pick<Context, 'db' | 'hub' | 'limits' | 'log'> & { media: MediaStore }
type Input = z.output<typeof postInput>
type Published = { id: string; notices: NotificationChange[] }

/**
 * Stores a post, and tells feeds and those whom it mentions. The same `clientId` again answers the post that was
 * stored first. Throws 422 at `mediaUrl` when that is no upload of the author's, 429.
 */
export async function publishPost({ media, ...parts }: Parts, author: Caller, input: Input): Promise<Post> {
  const { db, hub, limits } = parts
  const earlier = await findEarlier(db, author, input.clientId)
  if (earlier) return earlier
  await limits.consume(POSTS, author.id)
  const mediaUrl = await storedAddress(media, author.id, input.mediaUrl)
  const published = await db.transaction(async (tx) => store(tx, author.id, { ...input, mediaUrl }))
  if (!published) {
    await media.deleteReleased()
    return getEarlier(db, author, input.clientId)
  }
  hub.publish(FEED_TOPIC, { type: 'post_created', postId: published.id, authorId: author.id })
  deliverNotifications(parts, published.notices)
  return getSeen(db, author, published.id)
}

/** A data-URL becomes an upload of the author's, which is claimed as any other. */
async function storedAddress(
  media: MediaStore,
  authorId: string,
  mediaUrl: string | null | undefined,
): Promise<string | null> {
  if (!mediaUrl) return null
  return /^data:/i.test(mediaUrl) ? (await media.storeDataUrl(authorId, mediaUrl)).url : mediaUrl
}

async function store(
  tx: Executor,
  authorId: string,
  { content, mediaUrl, clientId }: Input & { mediaUrl: string | null },
): Promise<Published | undefined> {
  const media = mediaUrl === null ? NO_MEDIA : await claim(tx, authorId, mediaUrl)
  // The same post, sent twice: the other has it.
  if (!media && clientId && (await findByClientId(tx, authorId, clientId))) return undefined
  if (!media) throw foreignMedia()
  const mentions = await listMentioned(tx, mentionsOf(content))
  const postId = await insertPost(tx, { authorId, content, ...media, mentions, clientId: clientId ?? null })
  if (postId === undefined) {
    await releaseMedia(tx, mediaUrl === null ? [] : [mediaUrl])
    return undefined
  }
  await insertHashtags(tx, { postId, authorId }, hashtagsOf(content))
  await recordEvent(tx, { eventType: 'post_created', userId: authorId, metadata: { postId } })
  const notices = await recordNotifications(
    tx,
    mentions.map(({ userId }) => ({ type: 'mention', userId, actorId: authorId, postId })),
  )
  return { id: postId, notices }
}

const NO_MEDIA = {
  mediaUrl: null,
  mediaType: null,
  mediaWidth: null,
  mediaHeight: null,
  mediaPosterUrl: null,
  mediaSize: null,
}

/** Takes an upload of the author's own into use; undefined when it is none, or used already. */
async function claim(tx: Executor, ownerId: string, url: string) {
  const row =
    url.length > LONGEST_ADDRESS ? undefined : await claimMedia(tx, { url, ownerId, purpose: 'post' })
  return (
    row && {
      mediaUrl: row.url,
      mediaType: row.type,
      mediaWidth: row.width,
      mediaHeight: row.height,
      mediaPosterUrl: row.posterUrl,
      mediaSize: row.type === 'image' ? null : row.fileSize,
    }
  )
}

/** What was posted with the mark before. */
async function findEarlier(db: Db, author: Caller, clientId: string | undefined): Promise<Post | undefined> {
  const id = clientId === undefined ? undefined : await findByClientId(db, author.id, clientId)
  return id === undefined ? undefined : getSeen(db, author, id)
}

async function getEarlier(db: Db, author: Caller, clientId: string | undefined): Promise<Post> {
  const earlier = await findEarlier(db, author, clientId)
  // Its twin was posted and deleted in this very moment.
  if (!earlier) throw invalid([{ path: 'clientId', key: 'fields.wrong' }])
  return earlier
}

async function getSeen(db: Db, viewer: Caller, id: string): Promise<Post> {
  const [post] = await listPostsByIds(db, [id], viewer)
  if (!post) throw notFound('notFound.post')
  return post
}

function foreignMedia(): HttpError {
  return new HttpError(422, 'unprocessable', 'posts.foreignMedia', {
    fields: [{ path: 'mediaUrl', key: 'posts.foreignMedia' }],
  })
}

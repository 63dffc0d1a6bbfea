import type { z } from 'zod/mini'
import { hashtagsOf, mentionsOf } from '#shared/post-text.ts'
import type { Post, postInput } from '#shared/posts.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { recordNotice, tellNotices } from '#server/features/notifications/notify.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, invalid, notFound } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rate-limits.ts'
import { translate } from '#server/http/translate.ts'
import { findByClientId, insertHashtags, insertPost, listMentioned, listPostsByIds } from './queries.ts'
import { FEED_TOPIC } from './topics.ts'

const POSTS = rateOf('posts')

type Parts = Pick<Context, 'db' | 'hub' | 'limits' | 'log'>
type Input = z.output<typeof postInput>
type Published = { id: string; noticeIds: (string | null)[] }

/**
 * Stores a post, and tells feeds and those whom it mentions. The same `clientId` again answers the post that was
 * stored first. Throws 422 at `mediaUrl` when that is no upload of the author's, 429.
 */
export async function publishPost(parts: Parts, author: Caller, input: Input): Promise<Post> {
  const { db, hub, limits } = parts
  const earlier = await findEarlier(db, author, input.clientId)
  if (earlier) return earlier
  await limits.take(POSTS, author.id)
  const published = await db.transaction(async (tx) => store(tx, author.id, input))
  if (!published) return getEarlier(db, author, input.clientId)
  hub.publish(FEED_TOPIC, { type: 'post_created', postId: published.id, authorId: author.id })
  tellNotices(parts, published.noticeIds)
  return getSeen(db, author, published.id)
}

async function store(tx: Executor, authorId: string, input: Input): Promise<Published | undefined> {
  if (input.mediaUrl) throw foreignMedia()
  const mentions = await listMentioned(tx, mentionsOf(input.content))
  const postId = await insertPost(tx, {
    authorId,
    content: input.content,
    mediaUrl: null,
    mediaType: null,
    mediaWidth: null,
    mediaHeight: null,
    mediaSize: null,
    mentions,
    clientId: input.clientId ?? null,
  })
  if (postId === undefined) return undefined
  await insertHashtags(tx, { postId, authorId }, hashtagsOf(input.content))
  await recordEvent(tx, { eventType: 'post_created', userId: authorId, metadata: { postId } })
  const noticeIds: Published['noticeIds'] = []
  for (const { userId } of mentions)
    noticeIds.push(await recordNotice(tx, { type: 'mention', userId, actorId: authorId, postId }))
  return { id: postId, noticeIds }
}

/** What was posted with the mark before. */
async function findEarlier(db: Db, author: Caller, clientId: string | undefined): Promise<Post | undefined> {
  const id = clientId === undefined ? undefined : await findByClientId(db, author.id, clientId)
  return id === undefined ? undefined : getSeen(db, author, id)
}

async function getEarlier(db: Db, author: Caller, clientId: string | undefined): Promise<Post> {
  const earlier = await findEarlier(db, author, clientId)
  // Its twin was posted and deleted in this very moment.
  if (!earlier) throw invalid([{ path: 'clientId', message: translate('fields.wrong') }])
  return earlier
}

async function getSeen(db: Db, viewer: Caller, id: string): Promise<Post> {
  const [post] = await listPostsByIds(db, [id], viewer)
  if (!post) throw notFound('notFound.post')
  return post
}

function foreignMedia(): HttpError {
  const message = translate('posts.foreignMedia')
  return new HttpError(422, 'unprocessable', 'posts.foreignMedia', {
    fields: [{ path: 'mediaUrl', message }],
  })
}

import type { z } from 'zod/mini'
import { hashtagsOf, mentionsOf } from '#shared/text/post-text.ts'
import type { Post, postInput } from '#shared/community/posts.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { claimMedia, releaseMedia } from '#server/features/media/media/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, invalid, notFound } from '#server/http/errors.ts'
import { contentHeld } from '#server/features/community/held-content/events.ts'
import type { StorageAllowance } from '#server/features/media/storage-allowance/storage-allowance.ts'
import {
  countPostOfNewAccount,
  refuseLinksOfNewAccount,
} from '#server/features/accounts/new-accounts/limit-new-account.ts'
import { findHeldWord, refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { NO_MEDIA, findByClientId, insertHashtags, insertPost, listPostsByIds } from './queries.ts'
import { readMediaUrl } from './read-media.ts'
import { listMentionedUsers } from './mention-queries.ts'
import { postSnapshot } from './post-snapshot.ts'
import { notifyMentionedUsers } from './notify-mentioned-users.ts'
import { FEED_TOPIC } from './topics.ts'
import { toPages } from '#server/realtime/page-message.ts'

const POSTS = rateOf('posts')
const HELD = rateOf('heldTexts')
/** The server's own media URLs are far shorter. */
const MAX_URL_LENGTH = 500

type Dependencies = Pick<Context, 'db' | 'events' | 'limits' | 'publish' | 'settings'> & {
  allowance: StorageAllowance
  media: MediaStore
}
type Input = z.output<typeof postInput>

/**
 * Stores a post, publishes it to feeds and notifies the mentioned users. A repeated `clientId` returns the post that
 * was stored first. Throws 422 at `media` for unsupported media, 422 at `mediaUrl` when it is not an unused upload of the
 * author, 422 when a data URL exceeds the storage of the author, 422 `watched_word` and `new_account`, 429.
 */
export async function publishPost(
  { allowance, media, ...dependencies }: Dependencies,
  author: Caller,
  input: Input,
): Promise<Post> {
  const { db, limits, settings } = dependencies
  const url = readMediaUrl(input)
  const earlier = await findEarlier(db, author, input.clientId)
  if (earlier) return earlier
  refuseSiteWords(settings, { content: input.content })
  await refuseLinksOfNewAccount(dependencies, author, { content: input.content })
  const heldWord = findHeldWord(settings, author, input.content)
  if (heldWord !== null) await limits.consume(HELD, author.id)
  await limits.consume(POSTS, author.id)
  await countPostOfNewAccount(dependencies, author)
  const mediaUrl = url && (await storeDataUrl({ allowance, db, media }, author.id, url))
  const postId = await db.transaction((tx) =>
    storePost(dependencies, tx, author.id, { ...input, mediaUrl, heldWord }),
  )
  if (postId === undefined) {
    await media.deleteReleased()
    return getEarlier(db, author, input.clientId)
  }
  return getPost(db, author, postId)
}

/** Stores a data URL as an upload of the author and returns its URL; returns any other URL unchanged. */
async function storeDataUrl(
  { allowance, db, media }: Pick<Dependencies, 'allowance' | 'db' | 'media'>,
  authorId: string,
  mediaUrl: string,
): Promise<string> {
  if (!/^data:/i.test(mediaUrl)) return mediaUrl
  // Base64 encodes three bytes in four characters.
  await allowance.check(db, authorId, Math.floor((mediaUrl.length * 3) / 4))
  return (await media.storeDataUrl(authorId, mediaUrl)).url
}

async function storePost(
  dependencies: Pick<Context, 'events' | 'publish'>,
  tx: Executor,
  authorId: string,
  { content, mediaUrl, clientId, heldWord }: Input & { mediaUrl: string | null; heldWord: string | null },
): Promise<string | undefined> {
  const media = mediaUrl === null ? NO_MEDIA : await claimUpload(tx, authorId, mediaUrl)
  // A concurrent request with the same clientId has claimed the upload.
  if (!media && clientId && (await findByClientId(tx, authorId, clientId))) return undefined
  if (!media) throw unusableMedia()
  const mentions = await listMentionedUsers(tx, mentionsOf(content), [authorId])
  const isHeld = heldWord !== null
  const row = { authorId, content, ...media, mentions, clientId: clientId ?? null }
  const postId = await insertPost(tx, { ...row, isHeld, hiddenAt: isHeld ? new Date() : null })
  if (postId === undefined) {
    await releaseMedia(tx, mediaUrl === null ? [] : [mediaUrl])
    return undefined
  }
  await recordEvent(tx, { eventType: 'post_created', userId: authorId, metadata: { postId } })
  if (heldWord !== null) {
    await dependencies.events.announce(tx, contentHeld, {
      subjectType: 'post',
      subjectId: postId,
      ownerId: authorId,
      snapshot: postSnapshot({ id: postId, createdAt: new Date().toISOString(), ...row }),
      heldWord,
    })
    return postId
  }
  await insertHashtags(tx, { postId, authorId }, hashtagsOf(content))
  await notifyMentionedUsers(dependencies, tx, { postId, authorId, mentions })
  dependencies.publish(tx, toPages(FEED_TOPIC, { type: 'post_created', postId, authorId }))
  return postId
}

/** Claims an upload of the owner; undefined when there is none, or when it is in use already. */
async function claimUpload(tx: Executor, ownerId: string, url: string) {
  const row =
    url.length > MAX_URL_LENGTH ? undefined : await claimMedia(tx, { url, ownerId, purpose: 'post' })
  return (
    row && {
      mediaUrl: row.url,
      mediaType: row.type,
      mediaWidth: row.width,
      mediaHeight: row.height,
      mediaPosterUrl: row.posterUrl,
      mediaLoops: row.loops,
      mediaSize: row.type === 'image' && !row.loops ? null : row.fileSize,
    }
  )
}

/** The post that the author has stored with this `clientId` before. */
async function findEarlier(db: Db, author: Caller, clientId: string | undefined): Promise<Post | undefined> {
  const id = clientId === undefined ? undefined : await findByClientId(db, author.id, clientId)
  return id === undefined ? undefined : getPost(db, author, id)
}

async function getEarlier(db: Db, author: Caller, clientId: string | undefined): Promise<Post> {
  const earlier = await findEarlier(db, author, clientId)
  // A concurrent request stored the post, and it was deleted in the meantime.
  if (!earlier) throw invalid([{ path: 'clientId', key: 'fields.wrong' }])
  return earlier
}

async function getPost(db: Db, requester: Caller, id: string): Promise<Post> {
  const [post] = await listPostsByIds(db, [id], requester)
  if (!post) throw notFound('notFound.post')
  return post
}

function unusableMedia(): HttpError {
  return new HttpError(422, 'unprocessable', 'posts.foreignMedia', {
    fields: [{ path: 'mediaUrl', key: 'posts.foreignMedia' }],
  })
}

import type { z } from 'zod/mini'
import { type Comment, type createComment } from '#shared/community/comments.ts'
import { mentionsOf } from '#shared/text/post-text.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { contentHeld } from '#server/features/community/held-content/events.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-counts.ts'
import { listMentionedUsers } from '#server/features/community/posts/mention-queries.ts'
import type { Caller } from '#server/http/access.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import {
  countPostOfNewAccount,
  refuseLinksOfNewAccount,
} from '#server/features/accounts/new-accounts/limit-new-account.ts'
import { findHeldWord, refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { commentSnapshot } from './comment-snapshot.ts'
import { presentComment } from './present-comment.ts'
import { publishAddedComment } from './publish-comment.ts'
import { findByClientId, findComment, insertComment } from './queries.ts'
import { type Subject, lockSubject, subjectNotFound } from './subjects.ts'
import { notifyOfComment } from './notify-of-comment.ts'

const COMMENTS = rateOf('comments')
const HELD = rateOf('heldTexts')

type Dependencies = Pick<Context, 'db' | 'events' | 'limits' | 'publish' | 'settings'> & {
  postCounts: PostCountsPublisher
}
type Input = z.output<typeof createComment.body>

/**
 * Stores and counts a comment, and notifies the owner of its subject and the mentioned users. A repeated `clientId`
 * returns the comment that was stored first. Throws 403 `blocked`, 404 (the subject is hidden),
 * 422 `watched_word` and `new_account`, 429.
 */
export async function addComment(
  { postCounts, ...dependencies }: Dependencies,
  author: Caller,
  subject: Subject,
  input: Input,
): Promise<Comment> {
  const { db, limits, settings } = dependencies
  const earlier = await findEarlier(db, author, subject, input.clientId)
  if (earlier) return earlier
  refuseSiteWords(settings, { content: input.content })
  await refuseLinksOfNewAccount(dependencies, author, { content: input.content })
  const heldWord = findHeldWord(settings, author, input.content)
  if (heldWord !== null) await limits.consume(HELD, author.id)
  await limits.consume(COMMENTS, author.id)
  await countPostOfNewAccount(dependencies, author)
  const commentId = await db.transaction((tx) =>
    storeComment({ ...dependencies, postCounts }, tx, author, subject, { ...input, heldWord }),
  )
  if (commentId === undefined) return getEarlier(db, author, subject, input.clientId)
  return getComment(db, author, commentId)
}

async function storeComment(
  dependencies: Pick<Dependencies, 'postCounts' | 'events' | 'publish'>,
  tx: Executor,
  author: Caller,
  subject: Subject,
  { content, clientId, heldWord }: Input & { heldWord: string | null },
): Promise<string | undefined> {
  const userId = author.id
  const locked = await lockSubject(tx, subject, author)
  if (!locked) throw subjectNotFound(subject)
  await refuseBlocked(tx, userId, locked.ownerId)
  const mentions = await listMentionedUsers(tx, mentionsOf(content), [userId, locked.ownerId])
  const comment = { userId, content, mentions, clientId: clientId ?? null, isHeld: heldWord !== null }
  const added = await insertComment(tx, subject, comment)
  if (!added) return undefined
  const { id: commentId, ...counts } = added
  await recordEvent(tx, { eventType: 'comment_created', userId, metadata: { ...subject, commentId } })
  if (heldWord !== null) {
    const snapshot = commentSnapshot(subject, { content, createdAt: new Date().toISOString() })
    await dependencies.events.announce(tx, contentHeld, {
      subjectType: 'comment',
      subjectId: commentId,
      ownerId: userId,
      snapshot,
      heldWord,
    })
    return commentId
  }
  const about = { ...subject, actorId: userId, commentId }
  await notifyOfComment(dependencies, tx, about, locked, mentions)
  publishAddedComment(dependencies, tx, { subject, commentId, userId, counts })
  return commentId
}

/** The comment that the author has stored on this subject with this `clientId` before. */
async function findEarlier(
  db: Db,
  author: Caller,
  subject: Subject,
  clientId: string | undefined,
): Promise<Comment | undefined> {
  if (clientId === undefined) return undefined
  const id = await findByClientId(db, { subject, userId: author.id, clientId })
  return id === undefined ? undefined : getComment(db, author, id)
}

/** As `findEarlier`; throws 400 when the `clientId` belongs to a comment on another subject. */
async function getEarlier(
  db: Db,
  author: Caller,
  subject: Subject,
  clientId: string | undefined,
): Promise<Comment> {
  const earlier = await findEarlier(db, author, subject, clientId)
  if (!earlier) throw invalid([{ path: 'clientId', key: 'fields.wrong' }])
  return earlier
}

async function getComment(db: Db, requester: Caller, id: string): Promise<Comment> {
  const row = await findComment(db, id, requester)
  if (!row) throw notFound('notFound.comment')
  return presentComment(row, requester)
}

import { type SQL, and, eq, isNull, or } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { notBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { Likeable } from '#server/features/accounts/reactions/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type PostRow, posts } from './schema.ts'

/** Author and counts of a post. */
export type LockedPost = Pick<PostRow, 'id' | 'authorId' | 'likesCount' | 'commentsCount' | 'sharesCount'>

export const LOCKED_COLUMNS = {
  id: posts.id,
  authorId: posts.authorId,
  likesCount: posts.likesCount,
  commentsCount: posts.commentsCount,
  sharesCount: posts.sharesCount,
}

export const LIKEABLE_POSTS: Likeable = { kind: 'post', table: posts }

/** A post that the requester may open: its author is active, it is not hidden, and no block is between the two. */
export async function findPost(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<LockedPost | undefined> {
  const [row] = await selectPost(db, id, isNull(posts.hiddenAt), notBlocked(requester, posts.authorId))
  return row
}

/**
 * Locks a post of an active author until the transaction ends. Every transaction that changes a count locks the post first:
 * its next statement sees all earlier changes, and two transactions cannot deadlock.
 */
export async function lockPost(tx: Executor, id: string): Promise<LockedPost | undefined> {
  const [row] = await selectPost(tx, id, isNull(posts.hiddenAt)).for('no key update', { of: posts })
  return row
}

/** Like `lockPost`, and also locks a held post of the requester. */
export async function lockShownPost(
  tx: Executor,
  id: string,
  requester: Caller,
): Promise<LockedPost | undefined> {
  const isShown = or(isNull(posts.hiddenAt), and(posts.isHeld, eq(posts.authorId, requester.id)))
  const [row] = await selectPost(tx, id, isShown).for('no key update', { of: posts })
  return row
}

function selectPost(db: Executor, id: string, ...conditions: (SQL | undefined)[]) {
  return db
    .select(LOCKED_COLUMNS)
    .from(posts)
    .innerJoin(users, eq(users.id, posts.authorId))
    .where(and(eq(posts.id, id), users.isActive, ...conditions))
}

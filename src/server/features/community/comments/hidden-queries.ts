import { type SQL, and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { isVisibleToAll } from '#server/features/videos/videos/queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type SubjectCounts, updateCount } from './queries.ts'
import { type CommentRow, comments } from './schema.ts'
import { subjectOf } from './subjects.ts'

/** The owner of a post or video, and whether everyone can see it. */
type CommentedSubject = { ownerId: string; isVisibleToAll: boolean }

export type ChangedComment = Pick<CommentRow, 'userId' | 'postId' | 'videoId' | 'mentions'> & {
  counts: SubjectCounts
  subject: CommentedSubject
}

/** Hides a comment, from its author too, and lowers the count of its subject. Returns undefined if it is hidden or absent. */
export const setHidden = (tx: Executor, id: string): Promise<ChangedComment | undefined> =>
  change(
    tx,
    id,
    sql`update comments c set hidden_at = now(), is_held = false
      from comments before where before.id = c.id and c.id = ${id} and (c.hidden_at is null or c.is_held)
      returning c.id, c.post_id, c.video_id, case when before.is_held then 0 else -1 end as counted`,
  )

/** Shows a removed or, with `isHeld`, a held comment, and counts it. Returns undefined if there is no such comment. */
export const setVisible = (
  tx: Executor,
  id: string,
  { isHeld }: { isHeld: boolean },
): Promise<ChangedComment | undefined> =>
  change(
    tx,
    id,
    sql`update comments set hidden_at = null, is_held = false
      where id = ${id} and hidden_at is not null and is_held = ${isHeld}
      returning id, post_id, video_id, 1 as counted`,
  )

async function change(tx: Executor, id: string, update: SQL): Promise<ChangedComment | undefined> {
  const { userId, postId, videoId, mentions } = comments
  const [found] = await tx
    .select({ userId, postId, videoId, mentions })
    .from(comments)
    .where(eq(comments.id, id))
  if (!found) return undefined
  // Locks the subject first, like every transaction that changes a count.
  const subject = await lockStoredSubject(tx, found)
  const { rows } = await tx.execute<SubjectCounts & { id: string }>(sql`
    with changed as (${update}) ${updateCount(subjectOf(found), sql`changed.counted`)}`)
  const [counted] = rows
  if (!counted) return undefined
  const { id: _id, ...counts } = counted
  return { ...found, subject, counts }
}

type SubjectIds = Pick<CommentRow, 'postId' | 'videoId'>

/** Locks the post or video of a comment, hidden or not. */
async function lockStoredSubject(tx: Executor, { postId, videoId }: SubjectIds): Promise<CommentedSubject> {
  const [row] =
    postId === null
      ? await tx
          .select({ ownerId: videos.creatorId, isVisibleToAll: sql<boolean>`${isVisibleToAll}` })
          .from(videos)
          .innerJoin(users, eq(users.id, videos.creatorId))
          .where(eq(videos.id, videoId ?? ''))
          .for('no key update', { of: videos })
      : await tx
          .select({ ownerId: posts.authorId, isVisibleToAll: sql<boolean>`${posts.hiddenAt} is null` })
          .from(posts)
          .where(eq(posts.id, postId))
          .for('no key update')
  if (!row) throw new Error('a comment without a subject')
  return row
}

/** Deletes a hidden comment, which is not counted. */
export async function purgeComment(tx: Executor, id: string): Promise<void> {
  await tx.delete(comments).where(and(eq(comments.id, id), isNotNull(comments.hiddenAt)))
}

/** Returns a stored comment, hidden or not. */
export async function findStoredComment(
  db: Executor,
  id: string,
): Promise<Pick<CommentRow, 'id' | 'postId' | 'videoId'> | undefined> {
  const [row] = await db
    .select({ id: comments.id, postId: comments.postId, videoId: comments.videoId })
    .from(comments)
    .where(eq(comments.id, id))
  return row
}

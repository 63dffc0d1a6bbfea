import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { posts } from '#server/features/posts/schema.ts'
import { videos } from '#server/features/videos/schema.ts'
import { type SubjectCounts, updateCount } from './queries.ts'
import { type CommentRow, comments } from './schema.ts'
import { subjectOf } from './subjects.ts'

/** `ownerId`: the owner of the post or video. */
type Changed = Pick<CommentRow, 'userId' | 'postId' | 'videoId'> & { counts: SubjectCounts; ownerId: string }

/** Hides a comment or shows it again, and changes the count of its subject. Returns undefined if that changes nothing. */
export async function setHidden(tx: Executor, id: string, isHidden: boolean): Promise<Changed | undefined> {
  const [found] = await tx
    .select({ userId: comments.userId, postId: comments.postId, videoId: comments.videoId })
    .from(comments)
    .where(eq(comments.id, id))
  if (!found) return undefined
  // The subject first, as every change of a count does.
  const ownerId = await lockOwner(tx, found)
  const { rows } = await tx.execute<SubjectCounts & { id: string }>(sql`
    with changed as (
      update comments set hidden_at = ${isHidden ? sql`now()` : null}
      where id = ${id} and hidden_at is ${isHidden ? sql`null` : sql`not null`} returning id, post_id, video_id
    )
    ${updateCount(subjectOf(found), isHidden ? -1 : 1)}`)
  const [counted] = rows
  if (!counted) return undefined
  const { id: _id, ...counts } = counted
  return { ...found, ownerId, counts }
}

type SubjectIds = Pick<CommentRow, 'postId' | 'videoId'>

/** Locks the post or video of a comment, hidden or not. Returns the id of its owner. */
async function lockOwner(tx: Executor, { postId, videoId }: SubjectIds): Promise<string> {
  const [row] =
    postId === null
      ? await tx
          .select({ ownerId: videos.creatorId })
          .from(videos)
          .where(eq(videos.id, videoId ?? ''))
          .for('no key update')
      : await tx
          .select({ ownerId: posts.authorId })
          .from(posts)
          .where(eq(posts.id, postId))
          .for('no key update')
  if (!row) throw new Error('a comment without a subject')
  return row.ownerId
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

import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { posts } from '#server/features/posts/schema.ts'
import { videos } from '#server/features/videos/schema.ts'
import type { SubjectCounts } from './queries.ts'
import { type CommentRow, comments } from './schema.ts'

/** `ownerId`: who has published the post or video. */
type Changed = Pick<CommentRow, 'userId' | 'postId' | 'videoId'> & { counts: SubjectCounts; ownerId: string }

/** Hides a comment or shows it again, and changes the count of its subject. Returns undefined if that changes nothing. */
export async function setHidden(tx: Executor, id: string, isHidden: boolean): Promise<Changed | undefined> {
  const [found] = await tx
    .select({ postId: comments.postId, videoId: comments.videoId })
    .from(comments)
    .where(eq(comments.id, id))
  if (!found) return undefined
  // The subject first, as every change of a count does.
  const ownerId = await lockSubject(tx, found)
  const [row] = await tx
    .update(comments)
    .set({ hiddenAt: isHidden ? new Date() : null })
    .where(and(eq(comments.id, id), isHidden ? isNull(comments.hiddenAt) : isNotNull(comments.hiddenAt)))
    .returning({ userId: comments.userId, postId: comments.postId, videoId: comments.videoId })
  return row && { ...row, ownerId, counts: await addToCount(tx, row, isHidden ? -1 : 1) }
}

type SubjectIds = Pick<CommentRow, 'postId' | 'videoId'>

/** Returns who has published it. */
async function lockSubject(tx: Executor, { postId, videoId }: SubjectIds): Promise<string> {
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

async function addToCount(tx: Executor, { postId, videoId }: SubjectIds, by: 1 | -1): Promise<SubjectCounts> {
  const [row] =
    postId === null
      ? await tx
          .update(videos)
          .set({ commentsCount: sql`${videos.commentsCount} + ${by}`, updatedAt: sql`${videos.updatedAt}` })
          .where(eq(videos.id, videoId ?? ''))
          .returning({ commentsCount: videos.commentsCount })
      : await tx
          .update(posts)
          .set({ commentsCount: sql`${posts.commentsCount} + ${by}`, updatedAt: sql`${posts.updatedAt}` })
          .where(eq(posts.id, postId))
          .returning({
            likesCount: posts.likesCount,
            commentsCount: posts.commentsCount,
            sharesCount: posts.sharesCount,
          })
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

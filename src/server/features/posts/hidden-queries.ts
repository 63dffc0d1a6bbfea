import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { hashtagsOf } from '#shared/text/post-text.ts'
import type { PostCounts } from './queries.ts'
import { postHashtags, posts } from './schema.ts'

/** Hides a post from everyone and takes it out of its hashtags. Returns false if it is hidden or absent. */
export async function setHidden(tx: Executor, id: string): Promise<boolean> {
  const hidden = await tx
    .update(posts)
    .set({ hiddenAt: new Date() })
    .where(and(eq(posts.id, id), isNull(posts.hiddenAt)))
    .returning({ id: posts.id })
  if (hidden.length > 0) await tx.delete(postHashtags).where(eq(postHashtags.postId, id))
  return hidden.length > 0
}

/** Shows a hidden post again, with its hashtags at their time. Returns its counts; undefined if none is hidden. */
export async function setVisible(tx: Executor, id: string): Promise<PostCounts | undefined> {
  const [post] = await tx
    .update(posts)
    .set({ hiddenAt: null })
    .where(and(eq(posts.id, id), isNotNull(posts.hiddenAt)))
    .returning({
      authorId: posts.authorId,
      content: posts.content,
      createdAt: posts.createdAt,
      likesCount: posts.likesCount,
      commentsCount: posts.commentsCount,
      sharesCount: posts.sharesCount,
    })
  if (!post) return undefined
  const { authorId, content, createdAt, ...counts } = post
  const hashtags = hashtagsOf(content)
  if (hashtags.length > 0)
    await tx
      .insert(postHashtags)
      .values(hashtags.map((hashtag) => ({ ...hashtag, postId: id, authorId, createdAt })))
  return counts
}

/** Returns a stored post, hidden or not. */
export async function findStoredPost(db: Executor, id: string): Promise<{ id: string } | undefined> {
  const [row] = await db.select({ id: posts.id }).from(posts).where(eq(posts.id, id))
  return row
}

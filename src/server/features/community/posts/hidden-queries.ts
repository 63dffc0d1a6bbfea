import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { hashtagsOf } from '#shared/text/post-text.ts'
import type { PostCounts } from './queries.ts'
import { type PostRow, postHashtags, posts } from './schema.ts'

/** Hides a post from everyone, its author too, and deletes its hashtags. Returns false if it is hidden or absent. */
export async function setHidden(tx: Executor, id: string): Promise<boolean> {
  const hidden = await tx
    .update(posts)
    .set({ hiddenAt: new Date(), isHeld: false })
    .where(and(eq(posts.id, id), or(isNull(posts.hiddenAt), posts.isHeld)))
    .returning({ id: posts.id })
  if (hidden.length > 0) await tx.delete(postHashtags).where(eq(postHashtags.postId, id))
  return hidden.length > 0
}

type Shown = Pick<PostRow, 'authorId' | 'mentions'> & { counts: PostCounts }

/** Shows a removed or, with `isHeld`, a held post, and restores its hashtags. Returns undefined if there is no such post. */
export async function setVisible(
  tx: Executor,
  id: string,
  { isHeld }: { isHeld: boolean },
): Promise<Shown | undefined> {
  const [post] = await tx
    .update(posts)
    .set({ hiddenAt: null, isHeld: false })
    .where(and(eq(posts.id, id), isNotNull(posts.hiddenAt), eq(posts.isHeld, isHeld)))
    .returning({
      authorId: posts.authorId,
      mentions: posts.mentions,
      content: posts.content,
      createdAt: posts.createdAt,
      likesCount: posts.likesCount,
      commentsCount: posts.commentsCount,
      sharesCount: posts.sharesCount,
    })
  if (!post) return undefined
  const { authorId, mentions, content, createdAt, ...counts } = post
  const hashtags = hashtagsOf(content)
  if (hashtags.length > 0)
    await tx
      .insert(postHashtags)
      .values(hashtags.map((hashtag) => ({ ...hashtag, postId: id, authorId, createdAt })))
  return { authorId, mentions, counts }
}

/** Returns a stored post, hidden or not. */
export async function findStoredPost(db: Executor, id: string): Promise<{ id: string } | undefined> {
  const [row] = await db.select({ id: posts.id }).from(posts).where(eq(posts.id, id))
  return row
}

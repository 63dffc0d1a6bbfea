import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import { lockPost } from '#server/features/posts/queries.ts'
import { notFound } from '#server/http/errors.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { deleteBookmark, insertBookmark } from './queries.ts'

const BOOKMARKS: Rate = { name: 'bookmarks', points: 300, seconds: 600 }

/** Keeps a post for a member, or keeps it no longer; repeating it changes nothing. Throws 404, 429. */
export async function setBookmark(
  { db, hub, limits }: Pick<Context, 'db' | 'hub' | 'limits'>,
  bookmark: { userId: string; postId: string },
  isBookmarked: boolean,
): Promise<{ bookmarked: boolean }> {
  const { userId, postId } = bookmark
  await limits.take(BOOKMARKS, userId)
  await db.transaction(async (tx) => {
    // Held until the end: of two wishes at once the one that is told last is the one that holds.
    if (!(await lockPost(tx, postId))) throw notFound('notFound.post')
    await (isBookmarked ? insertBookmark(tx, bookmark) : deleteBookmark(tx, bookmark))
  })
  hub.publish(inboxTopic(userId), { type: 'bookmark_changed', postId, data: { isBookmarked } })
  return { bookmarked: isBookmarked }
}

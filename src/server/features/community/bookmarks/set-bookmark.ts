import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { findPost } from '#server/features/community/posts/lock-queries.ts'
import { notFound } from '#server/http/errors.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { deleteBookmark, insertBookmark } from './queries.ts'
import { toPages } from '#server/realtime/page-message.ts'

/**
 * Bookmarks a post for a user, or removes the bookmark; repeating it changes nothing. Calls of one user for one post
 * are serialized, so that the last event has the final state. Throws 403 `blocked`, 404.
 */
export async function setBookmark(
  { db, publish }: Pick<Context, 'db' | 'publish'>,
  bookmark: { userId: string; postId: string },
  isBookmarked: boolean,
): Promise<{ bookmarked: boolean }> {
  const { userId, postId } = bookmark
  return serializeBy(userId, `bookmark ${postId}`, async () => {
    const post = isBookmarked ? await findPost(db, postId, null) : undefined
    if (post) await refuseBlocked(db, userId, post.authorId)
    const isVisible = await (isBookmarked ? insertBookmark : deleteBookmark)(db, bookmark)
    if (!isVisible) throw notFound('notFound.post')
    publish(db, toPages(inboxTopic(userId), { type: 'bookmark_changed', postId, data: { isBookmarked } }))
    return { bookmarked: isBookmarked }
  })
}

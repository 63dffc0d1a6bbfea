import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import { notFound } from '#server/http/errors.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { deleteBookmark, insertBookmark } from './queries.ts'

/** Keeps a post for a member, or keeps it no longer; repeating it changes nothing. Throws 404. */
export async function setBookmark(
  { db, hub }: Pick<Context, 'db' | 'hub'>,
  bookmark: { userId: string; postId: string },
  isBookmarked: boolean,
): Promise<{ bookmarked: boolean }> {
  const { userId, postId } = bookmark
  return serializeBy(userId, `treasure ${postId}`, async () => {
    const isThere = await (isBookmarked ? insertBookmark : deleteBookmark)(db, bookmark)
    if (!isThere) throw notFound('notFound.post')
    hub.publish(inboxTopic(userId), { type: 'bookmark_changed', postId, data: { isBookmarked } })
    return { bookmarked: isBookmarked }
  })
}

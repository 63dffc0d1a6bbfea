import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import { notFound } from '#server/http/errors.ts'
import type { Rate } from '#server/http/rate-limits.ts'
import { wishInTurn } from '#server/wish-in-turn.ts'
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
  return wishInTurn(userId, `treasure ${postId}`, async () => {
    const isThere = await (isBookmarked ? insertBookmark : deleteBookmark)(db, bookmark)
    if (!isThere) throw notFound('notFound.post')
    hub.publish(inboxTopic(userId), { type: 'bookmark_changed', postId, data: { isBookmarked } })
    return { bookmarked: isBookmarked }
  })
}

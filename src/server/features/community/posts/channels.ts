import { LIMITS } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { type Newest, newestOf } from '#server/realtime/newest-items.ts'
import { listNewestOfCircle } from './circle-queries.ts'
import {
  MAX_NEWEST_OF_AUTHOR,
  MAX_NEWEST_POSTS,
  type NewestPost,
  listNewestPosts,
  listNewestPostsBy,
} from './newest-queries.ts'
import { FEED_TOPIC } from './topics.ts'

/** The lists of posts: everyone's, those of the users that a user follows, and those of one author. */
export function addPostChannels(
  { channels, db }: Pick<Context, 'channels' | 'db'>,
  sessionCache: SessionCache,
): void {
  const topicOf = () => FEED_TOPIC
  channels.add('feed', { topicOf, read: async () => present(await listNewestPosts(db), MAX_NEWEST_POSTS) })
  channels.add('circle', {
    isPersonal: true,
    topicOf,
    async read({ userId }) {
      const user = await sessionCache.findUserWithCounts(userId)
      if (!user) return undefined
      return present(await listNewestOfCircle(db, user, LIMITS.page.default), LIMITS.page.default)
    },
  })
  channels.add('user_posts', {
    hasId: true,
    topicOf,
    async read({ id }) {
      const posts = await listNewestPostsBy(db, id)
      return posts && present(posts, MAX_NEWEST_OF_AUTHOR)
    },
  })
}

function present(posts: readonly NewestPost[], limit: number): Newest {
  const items = posts.map(({ id, authorId, at }) => ({
    cursor: id,
    at,
    message: { type: 'post_created', postId: id, authorId } as const,
  }))
  return newestOf(items, limit)
}

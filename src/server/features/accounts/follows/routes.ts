import { followUser, getFollow, unfollowUser } from '#shared/accounts/follows.ts'
import { followCountsService } from '#server/features/accounts/follows/follow-counts.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { followExists } from './queries.ts'
import { setFollow } from './set-follow.ts'

export const mountFollows: Mount = (app, { db, events, publish, service }) => {
  const followCounts = service(followCountsService)
  const dependencies = { db, events, publish, followCounts }

  // The lock on both users orders the changes, but not the events that are published after the commits.
  const follow = (followerId: string, followingId: string, desired?: boolean) =>
    serializeBy(followerId, followingId, () => setFollow(dependencies, { followerId, followingId }, desired))

  route(app, followUser, ({ params, body, user }) => follow(user.id, params.userId, body?.following))
  route(app, unfollowUser, ({ params, user }) => follow(user.id, params.userId, false))

  route(app, getFollow, async ({ params }) => ({
    following: await followExists(db, { followerId: params.userId, followingId: params.streamerId }),
  }))
}

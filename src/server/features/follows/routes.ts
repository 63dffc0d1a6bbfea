import { followUser, getFollow, unfollowUser } from '#shared/follows.ts'
import type { Feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { followExists } from './queries.ts'
import { setFollow } from './set-follow.ts'

export const follows: Feature = {
  name: 'follows',
  register(app, { db, hub, log }) {
    const parts = { db, hub, log }

    route(app, followUser, ({ params, body, user }) =>
      setFollow(parts, { followerId: user.id, followingId: params.userId }, body?.following),
    )

    route(app, unfollowUser, ({ params, user }) =>
      setFollow(parts, { followerId: user.id, followingId: params.userId }, false),
    )

    route(app, getFollow, async ({ params }) => ({
      following: await followExists(db, { followerId: params.userId, followingId: params.streamerId }),
    }))
  },
}

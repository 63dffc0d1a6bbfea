import { followUser, getFollow, unfollowUser } from '#shared/follows.ts'
import type { Feature } from '#server/feature.ts'
import { rateOf } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { followExists } from './queries.ts'
import { setFollow } from './set-follow.ts'

const FOLLOWS = rateOf('follows')

export const follows: Feature = {
  name: 'follows',
  register(app, { db, hub, log, limits }) {
    route(app, followUser, async ({ params, body, user }) => {
      await limits.take(FOLLOWS, user.id)
      return setFollow({ db, hub, log }, user.id, params.userId, body?.following)
    })

    route(app, unfollowUser, async ({ params, user }) => {
      await limits.take(FOLLOWS, user.id)
      return setFollow({ db, hub, log }, user.id, params.userId, false)
    })

    route(app, getFollow, async ({ params }) => ({
      following: await followExists(db, { followerId: params.userId, followingId: params.streamerId }),
    }))
  },
}

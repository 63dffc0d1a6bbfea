import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { deleteEventsWith } from '#server/logs/queries.ts'
import { deleteFollowsOf } from './queries.ts'
import { mountFollows } from './routes.ts'
import { follows } from './schema.ts'

/** Follows between users, and their counts. */
export const followsFeature = defineFeature({
  name: 'follows',
  routes: mountFollows,
  tables: [follows],
  exportUser: exportRows({ following: follows.followerId, followers: follows.followingId }),
  async deleteUser(_context, tx, userId) {
    await deleteFollowsOf(tx, userId)
    await deleteEventsWith(tx, 'member_followed', { followingId: userId })
  },
})

import * as calls from '#shared/community/shares.ts'
import type { Feature } from '#server/feature.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-changes.ts'
import { route } from '#server/http/route.ts'
import { sharePost } from './share-post.ts'

export const shares = (changes: PostCountsPublisher): Feature => ({
  name: 'shares',
  register(app, { db }) {
    route(app, calls.sharePost, async ({ params, user }) => ({
      sharesCount: await sharePost({ db, changes }, user.id, params.id),
    }))
  },
})

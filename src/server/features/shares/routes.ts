import { sharePost as endpoint } from '#shared/shares.ts'
import type { Feature } from '#server/feature.ts'
import type { PostChanges } from '#server/features/posts/post-changes.ts'
import { route } from '#server/http/route.ts'
import { sharePost } from './share-post.ts'

export const shares = (changes: PostChanges): Feature => ({
  name: 'shares',
  register(app, context) {
    route(app, endpoint, async ({ params, user }) => ({
      sharesCount: await sharePost({ ...context, changes }, user.id, params.id),
    }))
  },
})

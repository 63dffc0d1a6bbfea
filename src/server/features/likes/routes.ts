import * as calls from '#shared/likes.ts'
import type { Feature } from '#server/feature.ts'
import type { PostChanges } from '#server/features/posts/post-changes.ts'
import { route } from '#server/http/route.ts'
import { likePost } from './like-post.ts'

export const likes = (changes: PostChanges): Feature => ({
  name: 'likes',
  register(app, { db, hub, log }) {
    route(app, calls.likePost, ({ params, body, user }) =>
      likePost({ db, hub, log, changes }, user.id, params.id, body?.liked),
    )
  },
})

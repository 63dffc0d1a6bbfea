import * as calls from '#shared/community/shares.ts'
import { postCountsService } from '#server/features/community/posts/post-changes.ts'
import type { Mount } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { sharePost } from './share-post.ts'

export const mountShares: Mount = (app, { db, service }) => {
  const changes = service(postCountsService)
  route(app, calls.sharePost, async ({ params, user }) => ({
    sharesCount: await sharePost({ db, changes }, user.id, params.id),
  }))
}

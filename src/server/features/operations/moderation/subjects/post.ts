import { hidePost, releasePost, restorePost } from '#server/features/community/posts/hide-post.ts'
import { findStoredPost } from '#server/features/community/posts/hidden-queries.ts'
import { listPostsByIds } from '#server/features/community/posts/queries.ts'
import { listThread } from '../context-queries.ts'
import { enqueueMediaRename } from '../rename-media-job.ts'
import { postSnapshot } from '#server/features/community/posts/post-snapshot.ts'
import type { Subject } from './subject.ts'

export const postSubject: Subject = {
  async find(db, id, requester) {
    const [post] = await listPostsByIds(db, [id], requester)
    if (!post) return undefined
    return { ownerId: post.authorId, snapshot: postSnapshot(post) }
  },
  exists: async (db, id) => (await findStoredPost(db, id)) !== undefined,
  readContext: (db, id, moderator) => listThread(db, { postId: id }, moderator),
  removal: {
    async hide(dependencies, tx, id) {
      const isHidden = await hidePost(dependencies, tx, id)
      if (isHidden) await enqueueMediaRename(tx, dependencies, { subjectType: 'post', subjectId: id })
      return isHidden
    },
    restore: restorePost,
  },
  release: releasePost,
}

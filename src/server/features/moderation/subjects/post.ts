import { hidePost, restorePost } from '#server/features/posts/hide-post.ts'
import { findStoredPost } from '#server/features/posts/hidden-queries.ts'
import { listPostsByIds } from '#server/features/posts/queries.ts'
import { listThread } from '../context-queries.ts'
import { withdrawMedia } from '../rename-media-job.ts'
import { EMPTY_SNAPSHOT, type Subject } from './subject.ts'

export const postSubject: Subject = {
  async find(db, id, requester) {
    const [post] = await listPostsByIds(db, [id], requester)
    if (!post) return undefined
    const { content, mediaUrl, mediaType, createdAt } = post
    const page = { type: 'post', id } as const
    return {
      ownerId: post.authorId,
      snapshot: { ...EMPTY_SNAPSHOT, text: content, mediaUrl, mediaType, createdAt, page },
    }
  },
  exists: async (db, id) => (await findStoredPost(db, id)) !== undefined,
  readContext: (db, id, moderator) => listThread(db, { postId: id }, moderator),
  removal: {
    async hide(dependencies, tx, id) {
      const publish = await hidePost(dependencies, tx, id)
      if (publish) await withdrawMedia(tx, dependencies, { subjectType: 'post', subjectId: id })
      return publish
    },
    restore: (dependencies, tx, id) => restorePost(dependencies, tx, id),
  },
}

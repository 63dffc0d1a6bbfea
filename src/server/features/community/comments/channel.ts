import type { Context } from '#server/feature.ts'
import { newestOf } from '#server/realtime/newest-items.ts'
import { MAX_NEWEST_COMMENTS, listNewestComments } from './queries.ts'
import { commentsTopic } from './topics.ts'

/** The comments of a post or video that everyone may see. */
export function addCommentChannel({ channels, db }: Pick<Context, 'channels' | 'db'>): void {
  channels.add('comments', {
    hasId: true,
    topicOf: ({ id }) => commentsTopic(id),
    async read({ id: subjectId }) {
      const comments = await listNewestComments(db, subjectId)
      const items = comments?.map(({ id, at, userId, postId, videoId }) => ({
        cursor: id,
        at,
        message: { type: 'comment_created', postId, videoId, commentId: id, userId } as const,
      }))
      return items && newestOf(items, MAX_NEWEST_COMMENTS)
    },
  })
}

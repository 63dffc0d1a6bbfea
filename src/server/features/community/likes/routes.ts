import { likePost } from '#shared/community/likes.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Context, Mount } from '#server/feature.ts'
import { type LikeSubject, likeHandler } from '#server/features/accounts/reactions/like-handler.ts'
import { LIKEABLE_POSTS, type LockedPost, lockPost } from '#server/features/community/posts/lock-queries.ts'
import { type PostCountsPublisher, postCountsService } from '#server/features/community/posts/post-counts.ts'
import {
  recordNotifications,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'

export const mountLikes: Mount = (app, context) => {
  const postCounts = context.service(postCountsService)
  route(app, likePost, likeHandler(context, postSubject(context, postCounts)))
}

const postSubject = (
  dependencies: Pick<Context, 'publish'>,
  postCounts: PostCountsPublisher,
): LikeSubject<LockedPost & { ownerId: string }> => ({
  likeable: LIKEABLE_POSTS,
  async lock(tx, id) {
    const post = await lockPost(tx, id)
    if (!post) throw notFound('notFound.post')
    return { ...post, ownerId: post.authorId }
  },
  async onChange(tx, post, { userId, liked, likesCount }) {
    const event = { type: 'like', userId: post.authorId, actorId: userId, postId: post.id } as const
    if (liked) await recordNotifications(dependencies, tx, [event])
    else await withdrawNotification(dependencies, tx, event)
    afterCommit(tx, () => postCounts.update(post.id, { ...post, likesCount }))
  },
  toOwnPages: (postId, data) => ({ type: 'like_changed', postId, data }),
})

import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import {
  bookmarkIntents,
  cachedPost,
  likeIntents,
  markBookmarked,
  refetchPost,
  updatePost,
} from './post-records.ts'

/**
 * Applies likes and bookmarks from the user's other pages, and approvals of moderators. While this page has a like or a
 * bookmark in flight, it is not known which of the two is newer: if they differ then, the post is loaded again.
 */
export function useOwnPostChanges(): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type === 'like_changed') {
        const { postId, data } = message
        if (!likeIntents.isRunning(postId)) updatePost(postId, () => data)
        else void reloadUnless(postId, likeIntents.idle(postId), (post) => post.isLiked === data.isLiked)
      } else if (message.type === 'post_approved') {
        if (cachedPost(message.postId)) void refetchPost(message.postId)
      } else if (message.type === 'bookmark_changed') {
        const { postId, data } = message
        if (!bookmarkIntents.isRunning(postId)) markBookmarked(postId, data.isBookmarked)
        else
          void reloadUnless(
            postId,
            bookmarkIntents.idle(postId),
            (post) => post.viewer.isBookmarked === data.isBookmarked,
          )
      }
    },
  })
}

type CachedPost = NonNullable<ReturnType<typeof cachedPost>>

async function reloadUnless(
  postId: string,
  idle: Promise<void>,
  isCurrent: (post: CachedPost) => boolean,
): Promise<void> {
  await idle
  const post = cachedPost(postId)
  if (post && !isCurrent(post)) await refetchPost(postId)
}

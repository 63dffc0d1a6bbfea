import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { applyOwnChange } from '#web/ui/toggles/use-toggle.ts'
import { cachedPost, refetchPost } from './post-records.ts'
import { postBookmark, postLike } from './post-toggles.ts'

/** Applies likes and bookmarks from the user's other pages, and approvals of moderators. */
export function useOwnPostChanges(): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      switch (message.type) {
        case 'like_changed': {
          const { isLiked, likesCount } = message.data
          return applyOwnChange(postLike, message.postId, { isOn: isLiked, count: likesCount })
        }
        case 'bookmark_changed':
          return applyOwnChange(postBookmark, message.postId, { isOn: message.data.isBookmarked })
        case 'post_approved':
          if (cachedPost(message.postId)) void refetchPost(message.postId)
          return
        default:
      }
    },
  })
}

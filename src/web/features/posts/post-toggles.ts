import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { bookmarkIntents, likeIntents, markBookmarked, updatePost } from './post-records.ts'

/** Shows what the member has liked and kept on another page of its own; a wish of this page that is on its way is newer. */
export function useOwnPostChanges(): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type === 'like_changed') {
        if (!likeIntents.isRunning(message.postId)) updatePost(message.postId, () => message.data)
      } else if (message.type === 'bookmark_changed') {
        if (!bookmarkIntents.isRunning(message.postId))
          markBookmarked(message.postId, message.data.isBookmarked)
      }
    },
  })
}

import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { bookmarkIntents, likeIntents, markBookmarked, updatePost } from './post-records.ts'

/** Applies likes and bookmarks from the user's other pages, unless this page has a newer one in flight. */
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

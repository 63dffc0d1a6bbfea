import { LastIntent } from '#web/lib/last-intent.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { updatePost } from './post-records.ts'

/** Likes and bookmarks of the current user that are being sent. */
export const likeIntents = new LastIntent<boolean, { liked: boolean; likesCount: number }>()
export const bookmarkIntents = new LastIntent<boolean, { bookmarked: boolean }>()

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

export function markBookmarked(postId: string, isBookmarked: boolean): void {
  updatePost(postId, ({ viewer }) => ({ viewer: { ...viewer, isBookmarked } }))
}

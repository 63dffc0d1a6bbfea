import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import type { ToggleState, ToggleSubject } from '#web/ui/toggles/use-toggle.ts'
import { cachedPost, refetchPost } from './post-records.ts'
import { postBookmark, postLike } from './post-toggles.ts'

/** Applies likes and bookmarks from the user's other pages, and approvals of moderators. */
export function useOwnPostChanges(): void {
  useSocketMessages('own', {
    onMessage: (message) => {
      switch (message.type) {
        case 'like_changed': {
          const { isLiked, likesCount } = message.data
          return applyChange(postLike, message.postId, { isOn: isLiked, count: likesCount })
        }
        case 'bookmark_changed':
          return applyChange(postBookmark, message.postId, { isOn: message.data.isBookmarked })
        case 'post_approved':
          if (cachedPost(message.postId)) void refetchPost(message.postId)
          return
        default:
      }
    },
  })
}

/**
 * While this page has a like or a bookmark in flight, it is not known which of the two is newer: if they differ then,
 * the post is loaded again.
 */
function applyChange(subject: ToggleSubject, postId: string, state: ToggleState): void {
  if (subject.intents.isRunning(postId)) void reloadUnlessShown(subject, postId, state.isOn)
  else subject.show(postId, state)
}

async function reloadUnlessShown(subject: ToggleSubject, postId: string, isOn: boolean): Promise<void> {
  await subject.intents.idle(postId)
  const shown = subject.read(postId)
  if (shown && shown.isOn !== isOn) await refetchPost(postId)
}

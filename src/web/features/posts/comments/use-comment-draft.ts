import { useSyncExternalStore } from 'react'
import { v4 } from 'uuid'
import { useLoggedOut } from '#web/lib/navigation/logged-out.ts'
import { commentDraftOf, type UnsentComment } from './comment-draft.ts'
import { refetchPost, updatePost } from '#web/features/posts/post-records.ts'
import { putOnTop } from './use-comments.ts'

/**
 * What a member writes under a post, and the way to send it: each is there at once, and one that was refused waits to be
 * tried again.
 */
export function useCommentDraft(userId: string, postId: string) {
  const draft = commentDraftOf(userId, postId)
  const { text, unsent } = useSyncExternalStore(draft.state.subscribe, draft.state.get)
  const loggedOut = useLoggedOut()
  const submit = async (comment: Pick<UnsentComment, 'clientId' | 'content'>, isRetry = false) => {
    // The server tells the count when it has moved: until then this one is added here.
    const count = (by: number) =>
      updatePost(postId, ({ commentsCount }) => ({ commentsCount: Math.max(0, commentsCount + by) }))
    count(1)
    try {
      putOnTop(postId, [await draft.send(comment)])
      // The server may have stored it at an earlier try, and counted it then.
      if (isRetry) void refetchPost(postId)
    } catch (error) {
      loggedOut(error)
      count(-1)
      void refetchPost(postId)
    }
  }
  return {
    text,
    unsent,
    write: (words: string) => draft.write(words),
    send: (content: string) => {
      draft.write('')
      void submit({ clientId: v4(), content })
    },
    retry: (comment: UnsentComment) => void submit(comment, true),
    discard: (clientId: string) => draft.discard(clientId),
  }
}

import { useSyncExternalStore } from 'react'
import { v4 } from 'uuid'
import { useUnauthorizedHandler } from '#web/ui/overlays/unauthorized-handler.ts'
import { getCommentDraft, type UnsentComment } from './comment-draft.ts'
import type { CommentSubject } from './comment-subject.ts'
import { prependComments } from './use-comments.ts'

/**
 * The current user's draft under a post or video and its actions. A sent comment shows immediately; a refused one can be
 * retried.
 */
export function useCommentDraft(userId: string, subject: CommentSubject) {
  const draft = getCommentDraft(userId, subject)
  const { text, unsent } = useSyncExternalStore(draft.state.subscribe, draft.state.get)
  const handleUnauthorized = useUnauthorizedHandler()
  const submit = async (comment: Pick<UnsentComment, 'clientId' | 'content'>, isRetry = false) => {
    // Adds the comment optimistically until the server publishes the new count.
    const changeCount = (by: number) => subject.changeCount((count) => Math.max(0, count + by))
    changeCount(1)
    try {
      const added = await draft.send(comment)
      prependComments(subject.id, [added])
      // It is counted once it is approved.
      if (added.isHeld) changeCount(-1)
      // A published count may have replaced the optimistic one meanwhile; an earlier attempt may have been stored and counted.
      if (added.isHeld || isRetry) subject.refetchCount()
    } catch (error) {
      handleUnauthorized(error)
      changeCount(-1)
      subject.refetchCount()
    }
  }
  return {
    text,
    unsent,
    write: (value: string) => draft.write(value),
    send: (content: string) => {
      draft.write('')
      void submit({ clientId: v4(), content })
    },
    retry: (comment: UnsentComment) => void submit(comment, true),
    edit: (comment: UnsentComment) => draft.edit(comment),
    discard: (clientId: string) => draft.discard(clientId),
  }
}

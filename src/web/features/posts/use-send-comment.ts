import { useState } from 'react'
import { v4 } from 'uuid'
import { createComment } from '#shared/comments.ts'
import { call } from '#web/api/call.ts'
import { useLoggedOut } from '#web/lib/logged-out.ts'
import { askPostAgain, changePost } from './post-records.ts'
import { putOnTop } from './use-comments.ts'

/** A comment that the server has not taken yet, or has refused. */
export type UnsentComment = { clientId: string; content: string; isSending: boolean; error: unknown }

/** Sends comments: each is there at once, and one that was refused waits to be tried again. The newest first. */
export function useSendComment(postId: string) {
  const [unsent, setUnsent] = useState<readonly UnsentComment[]>([])
  const loggedOut = useLoggedOut()
  const discard = (clientId: string) =>
    setUnsent((known) => known.filter((comment) => comment.clientId !== clientId))

  const submit = async (clientId: string, content: string) => {
    const entry = { clientId, content, isSending: true, error: null }
    setUnsent((known) => [entry, ...known.filter((comment) => comment.clientId !== clientId)])
    // The server tells the count when it has moved: until then this one is added here.
    changePost(postId, ({ commentsCount }) => ({ commentsCount: commentsCount + 1 }))
    try {
      putOnTop(postId, [await call(createComment, { params: { id: postId }, body: { content, clientId } })])
      discard(clientId)
    } catch (error) {
      loggedOut(error)
      setUnsent((known) =>
        known.map((comment) =>
          comment.clientId === clientId ? { ...comment, isSending: false, error } : comment,
        ),
      )
      void askPostAgain(postId)
    }
  }
  return {
    unsent,
    send: (content: string) => void submit(v4(), content),
    retry: ({ clientId, content }: UnsentComment) => void submit(clientId, content),
    discard,
  }
}

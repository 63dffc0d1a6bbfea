import { useEffect, useEffectEvent, useState } from 'react'
import { type Comment, listComments } from '#shared/comments.ts'
import { callList } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { updatePages, getId, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'

const commentsKey = (postId: string) => ['comments', postId]

/** The comments under a post, newest first, reloaded at each visit. */
export function useComments(postId: string) {
  return usePages({
    key: commentsKey(postId),
    load: (cursor) => loadComments(postId, cursor),
    idOf: getId,
    staleMs: 0,
  })
}

/** Counts other users' new comments, and shows them on demand. Checks when the post's `commentsCount` changes. */
export function useNewComments(postId: string, commentsCount: number) {
  const currentUserId = useCurrentUser()?.id
  const [newComments, setNewComments] = useState<readonly Comment[]>([])
  const [initialCount] = useState(commentsCount)
  const checkForNew = useEffectEvent(async () => {
    const { items } = await loadComments(postId)
    const loaded = new Set(loadedIds(postId))
    setNewComments(items.filter(({ id, userId }) => !loaded.has(id) && userId !== currentUserId))
  })
  useEffect(() => {
    if (commentsCount === initialCount) return
    const timer = setTimeout(() => void checkForNew().catch(console.warn), CHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [commentsCount, initialCount])
  const loaded = new Set(loadedIds(postId))
  return {
    count: newComments.filter(({ id }) => !loaded.has(id)).length,
    show: async () => {
      prependComments(postId, newComments)
      setNewComments([])
    },
  }
}

/** Counts change in bursts: one check after the last change. */
const CHECK_DELAY_MS = 1000

/** Prepends comments to the list. */
export function prependComments(postId: string, comments: readonly Comment[]): void {
  const newIds = new Set(comments.map(({ id }) => id))
  updatePages<Comment>(commentsKey(postId), (items, page) => {
    const rest = items.filter(({ id }) => !newIds.has(id))
    return page === 0 ? [...comments, ...rest] : rest
  })
}

export function removeComment(postId: string, commentId: string): void {
  updatePages<Comment>(commentsKey(postId), (items) => items.filter(({ id }) => id !== commentId))
}

function loadComments(postId: string, cursor?: string) {
  return callList(listComments, { params: { id: postId }, query: { cursor } })
}

function loadedIds(postId: string): string[] {
  const pages = queryClient.getQueryData<Pages<Comment>>(commentsKey(postId))
  return pages ? itemsOf(pages, getId).map(({ id }) => id) : []
}

import { useEffect, useEffectEvent, useState } from 'react'
import { type Comment, listComments } from '#shared/comments.ts'
import { callList } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { updatePages, idOfRecord, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'

const keyOf = (postId: string) => ['comments', postId]

/** The comments under a post, newest first, asked for at each visit. */
export function useComments(postId: string) {
  return usePages({
    key: keyOf(postId),
    load: (cursor) => loadComments(postId, cursor),
    idOf: idOfRecord,
    freshMs: 0,
  })
}

/** What others write meanwhile: counted, and shown when it is asked for. `commentsCount` is the post's, which moves. */
export function useNewComments(postId: string, commentsCount: number) {
  const me = useCurrentUser()?.id
  const [waiting, setWaiting] = useState<readonly Comment[]>([])
  const [countAtFirst] = useState(commentsCount)
  const look = useEffectEvent(async () => {
    const { items } = await loadComments(postId)
    const known = new Set(loadedIds(postId))
    setWaiting(items.filter(({ id, userId }) => !known.has(id) && userId !== me))
  })
  useEffect(() => {
    if (commentsCount === countAtFirst) return
    const timer = setTimeout(() => void look().catch(console.warn), LOOK_MS)
    return () => clearTimeout(timer)
  }, [commentsCount, countAtFirst])
  const known = new Set(loadedIds(postId))
  return {
    count: waiting.filter(({ id }) => !known.has(id)).length,
    show: async () => {
      putOnTop(postId, waiting)
      setWaiting([])
    },
  }
}

/** Counts move in bursts: one look after the last of them. */
const LOOK_MS = 1000

/** Puts comments where the newest stand. */
export function putOnTop(postId: string, comments: readonly Comment[]): void {
  const fresh = new Set(comments.map(({ id }) => id))
  updatePages<Comment>(keyOf(postId), (items, page) => {
    const rest = items.filter(({ id }) => !fresh.has(id))
    return page === 0 ? [...comments, ...rest] : rest
  })
}

export function dropComment(postId: string, commentId: string): void {
  updatePages<Comment>(keyOf(postId), (items) => items.filter(({ id }) => id !== commentId))
}

function loadComments(postId: string, cursor?: string) {
  return callList(listComments, { params: { id: postId }, query: { cursor } })
}

function loadedIds(postId: string): string[] {
  const pages = queryClient.getQueryData<Pages<Comment>>(keyOf(postId))
  return pages ? itemsOf(pages, idOfRecord).map(({ id }) => id) : []
}

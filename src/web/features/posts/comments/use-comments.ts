import { useState } from 'react'
import { type Comment, listComments } from '#shared/comments.ts'
import type { Cursor } from '#shared/socket.ts'
import { callList, type Snapshot } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { updatePages, getId, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { compareWithNewest } from '#web/features/posts/feed/post-lists.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useChannel } from '#web/realtime/use-channel.ts'

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

/** Spreads the requests of all pages that show the first comment of a post. */
const MAX_JITTER_MS = 500

/**
 * Counts other users' new comments, and shows them on demand, so that the list does not move while someone reads. Below a post
 * without comments they are shown at once. `snapshot` is that of the loaded list.
 */
export function useNewComments(postId: string, snapshot: Snapshot | undefined) {
  const currentUserId = useCurrentUser()?.id
  const [newIds, setNewIds] = useState<readonly string[]>([])
  const show = async () => {
    const { items } = await loadComments(postId)
    const loaded = new Set(loadedIds(postId))
    prependComments(
      postId,
      items.filter(({ id }) => !loaded.has(id)),
    )
    setNewIds([])
  }
  const showSoon = useJitteredCallback(() => void show().catch(console.warn), MAX_JITTER_MS)
  const announce = (ids: readonly string[]) => {
    if (ids.length === 0) return
    setNewIds((current) => [...new Set([...current, ...ids])])
    if (loadedIds(postId).length === 0) showSoon()
  }
  useChannel({
    channel: 'comments',
    id: postId,
    snapshot,
    onMessage: (message): Cursor | undefined => {
      if (!('postId' in message) || message.postId !== postId) return undefined
      if (message.type === 'comment_deleted') {
        setNewIds((current) => current.filter((id) => id !== message.commentId))
        removeComment(postId, message.commentId)
      }
      if (message.type !== 'comment_created') return undefined
      if (message.userId !== currentUserId) announce([message.commentId])
      return message.commentId
    },
    reload: async () => {
      const { items, next, snapshot: reloaded } = await loadComments(postId)
      const ids = items.map(({ id }) => id)
      const { newIds: unloadedIds, removedIds } = compareWithNewest({ items: ids, next }, loadedIds(postId))
      for (const id of removedIds) removeComment(postId, id)
      const ofOthers = new Set(items.flatMap(({ id, userId }) => (userId === currentUserId ? [] : id)))
      announce(unloadedIds.filter((id) => ofOthers.has(id)))
      return reloaded.cursor
    },
  })
  const loaded = new Set(loadedIds(postId))
  return { count: newIds.filter((id) => !loaded.has(id)).length, show }
}

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

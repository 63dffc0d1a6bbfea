import { useState } from 'react'
import { type Comment, listComments, listVideoComments } from '#shared/community/comments.ts'
import type { Cursor } from '#shared/socket.ts'
import { callList, type Snapshot } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { updatePages, getId, itemsOf, type Pages } from '#web/api/pages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { usePages } from '#web/api/use-pages.ts'
import { compareWithNewest } from '#web/lib/lists/compare-with-newest.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useChannel } from '#web/realtime/use-channel.ts'
import type { CommentSubject } from './comment-subject.ts'

type Subject = Pick<CommentSubject, 'kind' | 'id'>

const commentsKey = (subjectId: string) => ['comments', subjectId]

/** The comments under a post or video, newest first, reloaded at each visit. */
export function useComments(subject: Subject) {
  return usePages({
    key: commentsKey(subject.id),
    load: (cursor) => loadComments(subject, cursor),
    idOf: getId,
    staleMs: 0,
  })
}

/** Spreads the requests of all pages that show the first comment of a post or video. */
const MAX_JITTER_MS = 500

/**
 * Counts other users' new comments, and shows them on demand, so that the list does not move while someone reads. Where there
 * are none yet they are shown at once. `snapshot` is that of the loaded list.
 */
export function useNewComments(
  subject: Subject & Pick<CommentSubject, 'isPublic'>,
  snapshot: Snapshot | undefined,
) {
  const { id: subjectId, isPublic } = subject
  const currentUserId = useCurrentUser()?.id
  const [newIds, setNewIds] = useState<readonly string[]>([])
  const show = async () => {
    const { items } = await loadComments(subject)
    const loaded = new Set(loadedIds(subjectId))
    prependComments(
      subjectId,
      items.filter(({ id }) => !loaded.has(id)),
    )
    setNewIds([])
  }
  const showJittered = useJitteredCallback(() => void show().catch(console.warn), MAX_JITTER_MS)
  const announce = (ids: readonly string[]) => {
    if (ids.length === 0) return
    setNewIds((current) => [...new Set([...current, ...ids])])
    if (loadedIds(subjectId).length === 0) showJittered()
  }
  useChannel({
    // Nobody else comments on what is hidden.
    channel: isPublic ? 'comments' : null,
    id: subjectId,
    snapshot,
    onMessage: (message): Cursor | undefined => {
      if (message.type !== 'comment_created' && message.type !== 'comment_deleted') return undefined
      if ((message.postId ?? message.videoId) !== subjectId) return undefined
      if (message.type === 'comment_deleted') {
        setNewIds((current) => current.filter((id) => id !== message.commentId))
        removeComment(subjectId, message.commentId)
        return undefined
      }
      if (message.userId !== currentUserId) announce([message.commentId])
      else markApproved(subjectId, message.commentId)
      return message.commentId
    },
    reload: async () => {
      const { items, next, snapshot: reloaded } = await loadComments(subject)
      const ids = items.map(({ id }) => id)
      const { newIds: unloadedIds, removedIds } = compareWithNewest(
        { items: ids, next },
        loadedIds(subjectId),
      )
      for (const id of removedIds) removeComment(subjectId, id)
      const ofOthers = new Set(items.flatMap(({ id, userId }) => (userId === currentUserId ? [] : id)))
      announce(unloadedIds.filter((id) => ofOthers.has(id)))
      return reloaded.cursor
    },
  })
  const loaded = new Set(loadedIds(subjectId))
  return { count: newIds.filter((id) => !loaded.has(id)).length, show }
}

/** Prepends comments to the list. */
export function prependComments(subjectId: string, comments: readonly Comment[]): void {
  const newIds = new Set(comments.map(({ id }) => id))
  updatePages<Comment>(commentsKey(subjectId), (items, page) => {
    const rest = items.filter(({ id }) => !newIds.has(id))
    return page === 0 ? [...comments, ...rest] : rest
  })
}

/** A comment of the current user that everyone sees waits for review no longer. */
function markApproved(subjectId: string, commentId: string): void {
  updatePages<Comment>(commentsKey(subjectId), (items) =>
    items.map((each) => (each.id === commentId && each.isHeld ? { ...each, isHeld: false } : each)),
  )
}

export function removeComment(subjectId: string, commentId: string): void {
  updatePages<Comment>(commentsKey(subjectId), (items) => items.filter(({ id }) => id !== commentId))
}

function loadComments({ kind, id }: Subject, cursor?: string) {
  const request = { params: { id }, query: { cursor } }
  return kind === 'post' ? callList(listComments, request) : callList(listVideoComments, request)
}

function loadedIds(subjectId: string): string[] {
  const pages = queryClient.getQueryData<Pages<Comment>>(commentsKey(subjectId))
  return pages ? itemsOf(pages, getId).map(({ id }) => id) : []
}

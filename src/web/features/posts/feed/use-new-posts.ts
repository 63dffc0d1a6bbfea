import { useEffect, useEffectEvent, useState } from 'react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useFeedChanges } from '#web/realtime/use-feed-changes.ts'
import {
  compareWithNewest,
  removeFromLists,
  loadedIds,
  loadPage,
  mergeNewest,
  type PostList,
} from './post-lists.ts'
import { removePost, cachedPost } from '#web/features/posts/post-records.ts'

/** Longest random delay before a circle checks for new posts. */
const MAX_CHECK_DELAY_MS = 10_000

/** The count is shown as "99+" above this. */
export const MAX_COUNTED = 99

/**
 * Counts other users' posts since the list was loaded, and shows them on demand, so that the list does not move while
 * someone reads.
 */
export function useNewPosts(list: PostList) {
  const currentUserId = useCurrentUser()?.id
  const [newIds, setNewIds] = useState<readonly string[]>([])
  const add = (ids: readonly string[]) =>
    setNewIds((current) => (current.length > MAX_COUNTED ? current : [...new Set([...current, ...ids])]))

  const show = async () => {
    const previousIds = loadedIds(list)
    if (!previousIds) return
    mergeNewest(list, await loadPage(list), previousIds)
    setNewIds([])
  }
  const checkForNew = async () => {
    const previousIds = loadedIds(list)
    if (!previousIds) return
    const changes = compareWithNewest(await loadPage(list), previousIds)
    for (const id of changes.removedIds) removeFromLists(id)
    add(changes.newIds.filter((id) => cachedPost(id)?.authorId !== currentUserId))
  }
  const checkInBackground = () => void checkForNew().catch(console.warn)
  const checkSoon = useJitteredCallback(checkInBackground, MAX_CHECK_DELAY_MS)

  useRevisit(list, { onBack: checkInBackground, onNew: () => void show().catch(console.warn) })
  useFeedChanges(currentUserId !== undefined, {
    onCreated: ({ postId, authorId }) => {
      if (authorId === currentUserId) return
      if (list.kind === 'circle') checkSoon()
      else if (list.kind === 'feed' || (list.kind === 'user' && list.userId === authorId)) add([postId])
    },
    onDeleted: (postId) => {
      setNewIds((current) => current.filter((id) => id !== postId))
      removePost(postId)
    },
    onReconnected: () => list.kind !== 'bookmarks' && checkInBackground(),
  })

  const loaded = new Set(loadedIds(list))
  return { count: newIds.filter((id) => !loaded.has(id)).length, show }
}

/**
 * A cached list is shown as it was left. On back navigation new posts are only announced, so that the scroll position
 * stays; on any other navigation they are shown.
 */
function useRevisit(list: PostList, { onBack, onNew }: { onBack: () => void; onNew: () => void }): void {
  const { arrival } = useCurrentLocation()
  const [wasCached] = useState(() => loadedIds(list) !== undefined)
  const onMount = useEffectEvent(() => {
    if (!wasCached) return
    if (arrival !== 'back') onNew()
    else if (list.kind !== 'bookmarks') onBack()
  })
  useEffect(() => onMount(), [])
}

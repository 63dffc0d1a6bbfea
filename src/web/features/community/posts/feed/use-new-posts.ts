import { useEffect, useEffectEvent, useState } from 'react'
import { RETAINED_CHANGES_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { ChannelName, Cursor } from '#shared/socket.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useChannel } from '#web/realtime/use-channel.ts'
import { compareWithNewest } from '#web/lib/lists/compare-with-newest.ts'
import {
  removeFromLists,
  loadedIds,
  loadedSnapshot,
  loadPage,
  mergeNewest,
  type PostList,
} from '../post-lists.ts'
import { removePost, cachedPost } from '#web/features/community/posts/post-records.ts'

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
    const page = await loadPage(list)
    const changes = compareWithNewest(page, loadedIds(list) ?? [])
    for (const id of changes.removedIds) removeFromLists(id)
    add(changes.newIds.filter((id) => cachedPost(id)?.authorId !== currentUserId))
    return page.snapshot.cursor
  }
  const checkJittered = useJitteredCallback(() => void checkForNew().catch(console.warn), MAX_CHECK_DELAY_MS)

  const onCreated = ({ postId, authorId }: PostCreated) => {
    if (list.kind === 'user' && list.userId !== authorId) return undefined
    if (list.kind === 'circle' && authorId !== currentUserId) checkJittered()
    else if (list.kind !== 'bookmarks' && authorId !== currentUserId) add([postId])
    // Only the server knows whether it belongs to the circle.
    return list.kind === 'circle' ? undefined : postId
  }
  const isRefreshed = useRevisit(list, show)
  useChannel({
    ...channelOf(list, currentUserId !== undefined),
    snapshot: snapshotOf(list, isRefreshed),
    // The counts and deletions of loaded posts are published for this time only.
    maxGapMs: RETAINED_CHANGES_MS,
    onMessage: (message): Cursor | undefined => {
      if (message.type === 'post_created') return onCreated(message)
      if (message.type !== 'post_deleted') return undefined
      setNewIds((current) => current.filter((id) => id !== message.postId))
      removePost(message.postId)
      return undefined
    },
    reload: checkForNew,
  })

  const loaded = new Set(loadedIds(list))
  return { count: newIds.filter((id) => !loaded.has(id)).length, show }
}

type PostCreated = Extract<Downstream, { type: 'post_created' }>

function channelOf(list: PostList, isActive: boolean): { channel: ChannelName | null; id?: string } {
  if (!isActive) return { channel: null }
  if (list.kind === 'user') return { channel: 'user_posts', id: list.userId }
  return { channel: list.kind === 'circle' ? 'circle' : 'feed' }
}

/** Bookmarked posts are not announced: their list only needs deletions. */
function snapshotOf(list: PostList, isRefreshed: boolean) {
  if (list.kind === 'bookmarks') return null
  return isRefreshed ? loadedSnapshot(list) : undefined
}

/**
 * A cached list is shown as it was left. On back navigation new posts are only announced, so that the scroll position
 * stays; on any other navigation they are shown. Returns false until that is done.
 */
function useRevisit(list: PostList, show: () => Promise<void>): boolean {
  const { arrival } = useCurrentLocation()
  const [isRefreshed, setRefreshed] = useState(() => arrival === 'back' || loadedIds(list) === undefined)
  const onMount = useEffectEvent(() => {
    if (isRefreshed) return
    void show()
      .catch(console.warn)
      .finally(() => setRefreshed(true))
  })
  useEffect(() => onMount(), [])
  return isRefreshed
}

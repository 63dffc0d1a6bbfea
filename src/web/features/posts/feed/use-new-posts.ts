import { useEffect, useEffectEvent, useState } from 'react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useFeedChanges } from '#web/realtime/use-feed-changes.ts'
import { changesOf, dropFromLists, loadedIds, loadPage, mergeNewest, type PostList } from './post-lists.ts'
import { removePost, cachedPost } from '#web/features/posts/post-records.ts'

/** Longest wait before a circle looks for new posts, in ms. */
const LOOK_MS = 10_000

/** Whoever leaves a page open does not need to know more exactly. */
export const MAX_COUNTED = 99

/**
 * What others have posted since a list was loaded: counted, and shown when it is asked for, so that nothing moves
 * under who reads.
 */
export function useNewPosts(list: PostList) {
  const me = useCurrentUser()?.id
  const [waiting, setWaiting] = useState<readonly string[]>([])
  const add = (ids: readonly string[]) =>
    setWaiting((known) => (known.length > MAX_COUNTED ? known : [...new Set([...known, ...ids])]))

  const show = async () => {
    const before = loadedIds(list)
    if (!before) return
    mergeNewest(list, await loadPage(list), before)
    setWaiting([])
  }
  const look = async () => {
    const before = loadedIds(list)
    if (!before) return
    const { fresh, gone } = changesOf(await loadPage(list), before)
    for (const id of gone) dropFromLists(id)
    add(fresh.filter((id) => cachedPost(id)?.authorId !== me))
  }
  const lookQuietly = () => void look().catch(console.warn)
  const lookSoon = useJitteredCallback(lookQuietly, LOOK_MS)

  useReturn(list, { onBack: lookQuietly, onNew: () => void show().catch(console.warn) })
  useFeedChanges(me !== undefined, {
    onCreated: ({ postId, authorId }) => {
      if (authorId === me) return
      if (list.kind === 'circle') lookSoon()
      else if (list.kind === 'feed' || (list.kind === 'member' && list.userId === authorId)) add([postId])
    },
    onDeleted: (postId) => {
      setWaiting((known) => known.filter((id) => id !== postId))
      removePost(postId)
    },
    onReturned: () => list.kind !== 'treasured' && lookQuietly(),
  })

  const loaded = new Set(loadedIds(list))
  return { count: waiting.filter((id) => !loaded.has(id)).length, show }
}

/**
 * A list that was seen before is shown as it was left. Who comes back to its page finds the same place and hears what
 * is new; who opens the page anew sees its newest.
 */
function useReturn(list: PostList, { onBack, onNew }: { onBack: () => void; onNew: () => void }): void {
  const { arrival } = useCurrentLocation()
  const [isKnown] = useState(() => loadedIds(list) !== undefined)
  const returned = useEffectEvent(() => {
    if (!isKnown) return
    if (arrival !== 'back') onNew()
    else if (list.kind !== 'treasured') onBack()
  })
  useEffect(() => returned(), [])
}

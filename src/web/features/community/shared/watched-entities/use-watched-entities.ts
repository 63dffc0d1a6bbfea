import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { watchList } from '#web/features/accounts/shared/watched-entities/watch-list.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'

type WatchedIds = { postIds?: readonly string[]; userIds?: readonly string[] }

/** Keeps the counts of these posts and users up to date in the cache while mounted, and whether the users are live. */
export function useWatchedEntities({ postIds = [], userIds = [] }: WatchedIds): void {
  const posts = postIds.join()
  const users = userIds.join()
  useEffect(() => {
    const watched = { posts: idsOf(posts), users: idsOf(users), liveUsers: idsOf(users) }
    if (watched.posts.length + watched.users.length === 0) return
    watchList.add(watched)
    return () => watchList.remove(watched)
  }, [posts, users])
}

/** One screen above and below the viewport. */
const NEAR_MARGIN = '100% 0px'

/**
 * Watches a post of a list as soon as its card is near the viewport. As the number of watched posts is limited, a long
 * list watches only those that were last near it.
 */
export function useWatchedInView(card: RefObject<Element | null>, postId: string): void {
  const isWatched = useRef(false)
  useEffect(
    () => () => {
      if (isWatched.current) watchList.remove({ posts: [postId] })
      isWatched.current = false
    },
    [postId],
  )
  useInView(
    card,
    (isNear) => {
      if (!isNear) return
      if (isWatched.current) watchList.touch(postId)
      else watchList.add({ posts: [postId] })
      isWatched.current = true
    },
    { rootMargin: NEAR_MARGIN },
  )
}

function idsOf(joined: string): string[] {
  return joined === '' ? [] : joined.split(',')
}

import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { LIMITS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import { updateEntity, removeEntity } from '#web/api/entities.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'
import { Throttle } from '#web/lib/throttle.ts'
import { socket } from '#web/realtime/socket.ts'

type WatchedIds = { postIds?: readonly string[]; userIds?: readonly string[] }

/** Minimum time between two messages, as whole pages of cards mount and unmount at once. */
const THROTTLE_MS = 100

/** Keeps the counts of these posts and users up to date in the cache while mounted. */
export function useWatchedEntities({ postIds = [], userIds = [] }: WatchedIds): void {
  const posts = postIds.join()
  const users = userIds.join()
  useEffect(() => {
    const watched = { posts: idsOf(posts), users: idsOf(users) }
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
      if (isWatched.current) watchList.remove({ posts: [postId], users: [] })
      isWatched.current = false
    },
    [postId],
  )
  useInView(
    card,
    (isNear) => {
      if (!isNear) return
      if (isWatched.current) watchList.touch(postId)
      else watchList.add({ posts: [postId], users: [] })
      isWatched.current = true
    },
    { rootMargin: NEAR_MARGIN },
  )
}

function idsOf(joined: string): string[] {
  return joined === '' ? [] : joined.split(',')
}

type Ids = { posts: readonly string[]; users: readonly string[] }

/** All entities watched by the components of the page. Acquires the socket while there are any. */
class WatchList {
  readonly #posts = new RefCounts()
  readonly #users = new RefCounts()
  #cleanups: (() => void)[] = []
  /** The first message is sent immediately: changes are missed until the server has received it. */
  readonly #sending = new Throttle(() => this.#send(), { leadMs: 0, pauseMs: THROTTLE_MS })
  #lastSent = ''

  add({ posts, users }: Ids): void {
    this.#posts.add(posts)
    this.#users.add(users)
    if (this.#cleanups.length === 0) this.#start()
    this.#sending.request()
  }

  remove({ posts, users }: Ids): void {
    this.#posts.remove(posts)
    this.#users.remove(users)
    this.#sending.request()
  }

  /** Makes a post the newest one. */
  touch(postId: string): void {
    this.#posts.touch(postId)
    this.#sending.request()
  }

  #start(): void {
    this.#cleanups = [
      socket.acquire(),
      socket.onMessage(updateCache),
      socket.onConnected(() => {
        this.#lastSent = ''
        this.#sending.request()
      }),
    ]
  }

  #send(): void {
    const postIds = this.#posts.newest()
    const userIds = this.#users.newest()
    // Sorted, as the order does not matter to the server.
    const key = `${postIds.toSorted().join()} ${userIds.toSorted().join()}`
    if (key !== this.#lastSent && socket.send({ type: 'watch', postIds, userIds })) this.#lastSent = key
    if (postIds.length + userIds.length > 0) return
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
  }
}

/** Reference counts by id, the newest last. */
class RefCounts {
  readonly #countById = new Map<string, number>()

  add(ids: readonly string[]): void {
    for (const id of ids) {
      const count = this.#countById.get(id) ?? 0
      this.#countById.delete(id)
      this.#countById.set(id, count + 1)
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const count = this.#countById.get(id) ?? 0
      if (count > 1) this.#countById.set(id, count - 1)
      else this.#countById.delete(id)
    }
  }

  touch(id: string): void {
    const count = this.#countById.get(id)
    if (count === undefined) return
    this.#countById.delete(id)
    this.#countById.set(id, count)
  }

  newest(): string[] {
    return [...this.#countById.keys()].slice(-LIMITS.watched)
  }
}

const watchList = new WatchList()

function updateCache(message: Downstream): void {
  if (message.type === 'post_changed') updateEntity('posts', message.postId, () => message.data)
  else if (message.type === 'post_deleted') removeEntity('posts', message.postId)
  else if (message.type === 'user_changed') {
    const { followersCount } = message.data
    updateEntity('users', message.userId, () => message.data)
    updateEntity('userSummaries', message.userId, () => ({ followersCount }))
  }
}

import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { LIMITS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import { updateEntity, removeEntity } from '#web/api/entities.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'
import { Throttle } from '#web/lib/throttle.ts'
import { socket } from './socket.ts'

type Watched = { postIds?: readonly string[]; userIds?: readonly string[] }

/** Cards come and go by the page: one message says what remains of that. */
const PAUSE_MS = 100

/** Keeps the counts of these posts and members right in the cache while the component is there. */
export function useWatchedEntities({ postIds = [], userIds = [] }: Watched): void {
  const posts = postIds.join()
  const users = userIds.join()
  useEffect(() => {
    const watched = { posts: idsOf(posts), users: idsOf(users) }
    if (watched.posts.length + watched.users.length === 0) return
    watching.add(watched)
    return () => watching.remove(watched)
  }, [posts, users])
}

/** A screen above and below the window. */
const NEAR = '100% 0px'

/**
 * Watches a post of a list from when its card comes near the window. A page can watch so many: in a list that is longer,
 * those that were near last.
 */
export function useWatchedInView(card: RefObject<Element | null>, postId: string): void {
  const isWatched = useRef(false)
  useEffect(
    () => () => {
      if (isWatched.current) watching.remove({ posts: [postId], users: [] })
      isWatched.current = false
    },
    [postId],
  )
  useInView(
    card,
    (isNear) => {
      if (!isNear) return
      if (isWatched.current) watching.raise(postId)
      else watching.add({ posts: [postId], users: [] })
      isWatched.current = true
    },
    { rootMargin: NEAR },
  )
}

function idsOf(joined: string): string[] {
  return joined === '' ? [] : joined.split(',')
}

type Ids = { posts: readonly string[]; users: readonly string[] }

/** What the page watches: the sum of what its components ask for. The socket is held while that is anything. */
class Watching {
  readonly #posts = new Counts()
  readonly #users = new Counts()
  #ends: (() => void)[] = []
  /** What appears is said at once, as what changes before it is heard would be missed; then at most once in a pause. */
  readonly #telling = new Throttle(() => this.#tell(), { leadMs: 0, pauseMs: PAUSE_MS })
  #said = ''

  add({ posts, users }: Ids): void {
    this.#posts.add(posts)
    this.#users.add(users)
    if (this.#ends.length === 0) this.#begin()
    this.#telling.request()
  }

  remove({ posts, users }: Ids): void {
    this.#posts.remove(posts)
    this.#users.remove(users)
    this.#telling.request()
  }

  /** What is looked at again counts as new. */
  raise(postId: string): void {
    this.#posts.raise(postId)
    this.#telling.request()
  }

  #begin(): void {
    this.#ends = [
      socket.hold(),
      socket.onMessage(apply),
      socket.onConnected(() => {
        this.#said = ''
        this.#telling.request()
      }),
    ]
  }

  #tell(): void {
    const postIds = this.#posts.newest()
    const userIds = this.#users.newest()
    // The order is ours alone.
    const wish = `${postIds.toSorted().join()} ${userIds.toSorted().join()}`
    if (wish !== this.#said && socket.send({ type: 'watch', postIds, userIds })) this.#said = wish
    if (postIds.length + userIds.length > 0) return
    for (const end of this.#ends) end()
    this.#ends = []
  }
}

/** How often each id is asked for, the newest last. */
class Counts {
  readonly #counts = new Map<string, number>()

  add(ids: readonly string[]): void {
    for (const id of ids) {
      const count = this.#counts.get(id) ?? 0
      this.#counts.delete(id)
      this.#counts.set(id, count + 1)
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const count = this.#counts.get(id) ?? 0
      if (count > 1) this.#counts.set(id, count - 1)
      else this.#counts.delete(id)
    }
  }

  raise(id: string): void {
    const count = this.#counts.get(id)
    if (count === undefined) return
    this.#counts.delete(id)
    this.#counts.set(id, count)
  }

  newest(): string[] {
    return [...this.#counts.keys()].slice(-LIMITS.watched)
  }
}

const watching = new Watching()

function apply(message: Downstream): void {
  if (message.type === 'post_changed') updateEntity('posts', message.postId, () => message.data)
  else if (message.type === 'post_deleted') removeEntity('posts', message.postId)
  else if (message.type === 'user_changed') {
    const { followersCount } = message.data
    updateEntity('users', message.userId, () => message.data)
    updateEntity('persons', message.userId, () => ({ followersCount }))
  }
}

import { LIMITS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import { updateEntity, removeEntity } from '#web/api/entities.ts'
import { Throttle } from '#web/lib/throttle.ts'
import { socket } from '#web/realtime/socket.ts'
import { updateShownUser } from './update-shown-user.ts'

/** Minimum time between two messages, as whole pages of cards mount and unmount at once. */
const THROTTLE_MS = 100

/** `liveUsers` are users of whom the page shows whether they are live. */
type Ids = { posts?: readonly string[]; users?: readonly string[]; liveUsers?: readonly string[] }

/** All entities watched by the components of the page. Acquires the socket while there are any. */
class WatchList {
  readonly #posts = new RefCounts()
  readonly #users = new RefCounts()
  readonly #liveUsers = new RefCounts()
  #cleanups: (() => void)[] = []
  /** The first message is sent immediately: changes are missed until the server has received it. */
  readonly #sending = new Throttle(() => this.#send(), { leadMs: 0, pauseMs: THROTTLE_MS })
  #lastSent = ''

  add({ posts = [], users = [], liveUsers = [] }: Ids): void {
    this.#posts.add(posts)
    this.#users.add(users)
    this.#liveUsers.add(liveUsers)
    if (this.#cleanups.length === 0) this.#start()
    this.#sending.request()
  }

  remove({ posts = [], users = [], liveUsers = [] }: Ids): void {
    this.#posts.remove(posts)
    this.#users.remove(users)
    this.#liveUsers.remove(liveUsers)
    this.#sending.request()
    // Releases the socket with the last entity, but after all effects of the commit: the next page may watch others.
    queueMicrotask(() => {
      if (this.#posts.isEmpty && this.#users.isEmpty && this.#liveUsers.isEmpty) this.#sending.flush()
    })
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
    const liveUserIds = this.#liveUsers.newest()
    // Sorted, as the order does not matter to the server.
    const key = [postIds, userIds, liveUserIds].map((ids) => ids.toSorted().join()).join(' ')
    const message = { type: 'watch', postIds, userIds, liveUserIds } as const
    if (key !== this.#lastSent && socket.send(message)) this.#lastSent = key
    if (postIds.length + userIds.length + liveUserIds.length > 0) return
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
  }
}

/** Reference counts by id, the newest last. */
class RefCounts {
  readonly #countById = new Map<string, number>()

  get isEmpty(): boolean {
    return this.#countById.size === 0
  }

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

export const watchList = new WatchList()

function updateCache(message: Downstream): void {
  if (message.type === 'post_changed') updateEntity('posts', message.postId, () => message.data)
  else if (message.type === 'post_deleted') removeEntity('posts', message.postId)
  else if (message.type === 'user_changed') {
    const { followersCount } = message.data
    updateEntity('users', message.userId, () => message.data)
    updateEntity('userSummaries', message.userId, () => ({ followersCount }))
  } else if (message.type === 'user_live_changed') updateShownUser(message.userId, message.data)
}

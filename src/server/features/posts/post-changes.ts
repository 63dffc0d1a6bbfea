import type { Context } from '#server/feature.ts'
import { type PostCounts, findPost } from './queries.ts'
import { postTopic } from './topics.ts'

/** Milliseconds in which those who watch a post hear of its counts once. */
const PAUSE = 1000

/** Tells those who watch a post what its counts are: the first change at once, those that follow together. */
export class PostChanges {
  readonly #parts: Pick<Context, 'db' | 'hub' | 'log'>
  readonly #pauses = new Map<string, { timer: NodeJS.Timeout; isStale: boolean }>()

  constructor(parts: Pick<Context, 'db' | 'hub' | 'log'>) {
    this.#parts = parts
  }

  /** After the commit of what changed them. */
  changed(postId: string, { likesCount, commentsCount, sharesCount }: PostCounts): void {
    const pause = this.#pauses.get(postId)
    if (pause) {
      pause.isStale = true
      return
    }
    this.#publish(postId, { likesCount, commentsCount, sharesCount })
    this.#pause(postId)
  }

  close(): void {
    for (const { timer } of this.#pauses.values()) clearTimeout(timer)
    this.#pauses.clear()
  }

  #pause(postId: string): void {
    this.#pauses.set(postId, { timer: setTimeout(() => void this.#resume(postId), PAUSE), isStale: false })
  }

  async #resume(postId: string): Promise<void> {
    const isStale = this.#pauses.get(postId)?.isStale
    this.#pauses.delete(postId)
    if (!isStale) return
    this.#pause(postId)
    // Read anew: of two changes in one moment the one that was told last need not be the later one.
    try {
      const post = await findPost(this.#parts.db, postId)
      if (post) this.#publish(postId, post)
    } catch (error) {
      this.#parts.log.warn({ err: error }, "a post's counts were not told")
    }
  }

  #publish(postId: string, { likesCount, commentsCount, sharesCount }: PostCounts): void {
    const data = { likesCount, commentsCount, sharesCount }
    this.#parts.hub.publish(postTopic(postId), { type: 'post_changed', postId, data })
  }
}

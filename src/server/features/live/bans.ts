import type { Executor } from '#server/db/executor.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/streams/access.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Sockets } from '#server/realtime/sockets.ts'
import { leaveStream } from './leave-stream.ts'
import type { Rooms } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

type Parts = { engine: MediaEngine; rooms: Rooms; counts: ViewerCounts; sockets: Sockets }

/** Keeps whom a stream refuses out of its room, also one who is refused while it is being let in. */
export class Bans {
  #heard = 0

  /**
   * Throws 403 `banned`, and 404 to a visitor of a private stream. Who goes on at once, without waiting for anything, lets
   * nobody in who is refused.
   */
  async check(db: Executor, streamId: string, user: Caller | null): Promise<void> {
    let heard: number
    do {
      heard = this.#heard
      if (user) await assertNotBanned(db, streamId, user)
      else await getVisibleStream(db, streamId, null)
      // What was read before another refusal was heard of may not know of it.
    } while (heard !== this.#heard)
  }

  /** Takes a member out of a stream, with all its sockets and players. */
  enforce(parts: Parts, { streamId, userId }: { streamId: string; userId: string }): void {
    this.#heard += 1
    const viewers = [...(parts.rooms.find(streamId)?.viewers.values() ?? [])]
    for (const viewer of viewers) if (viewer.user?.id === userId) leaveStream(parts, viewer)
    for (const connection of parts.sockets.ofMember(userId)) connection.unsubscribe(streamTopic(streamId))
  }

  /** The stream has become private: visitors leave it, and their pages are told as if it had never been there. */
  removeAnonymousViewers(parts: Parts, streamId: string): void {
    this.#heard += 1
    const viewers = [...(parts.rooms.find(streamId)?.viewers.values() ?? [])]
    for (const viewer of viewers) if (!viewer.user) leaveStream(parts, viewer)
    const topic = streamTopic(streamId)
    for (const connection of parts.sockets.onTopic(topic)) {
      if (connection.user) continue
      connection.unsubscribe(topic)
      connection.sendError(notFound('notFound.stream'), { streamId })
    }
  }
}

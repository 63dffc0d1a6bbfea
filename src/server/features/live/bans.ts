import type { Executor } from '#server/db/executor.ts'
import { assertNotBanned } from '#server/features/streams/access.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Sockets } from '#server/realtime/sockets.ts'
import { leaveStream } from './leave-stream.ts'
import type { Rooms } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

/** Keeps whom a stream refuses out of its room, also one who is banned while it is being let in. */
export class Bans {
  #heard = 0

  /** Throws 403 `banned`. Who goes on at once, without waiting for anything, lets nobody in who is banned. */
  async check(db: Executor, streamId: string, user: Caller | null): Promise<void> {
    let heard: number
    do {
      heard = this.#heard
      await assertNotBanned(db, streamId, user)
      // What was read before another ban was heard of may not know of it.
    } while (heard !== this.#heard)
  }

  /** Takes a member out of a stream, with all its sockets and players. */
  enforce(
    parts: { engine: MediaEngine; rooms: Rooms; counts: ViewerCounts; sockets: Sockets },
    { streamId, userId }: { streamId: string; userId: string },
  ): void {
    this.#heard += 1
    const viewers = [...(parts.rooms.find(streamId)?.viewers.values() ?? [])]
    for (const viewer of viewers) if (viewer.user?.id === userId) leaveStream(parts, viewer)
    for (const connection of parts.sockets.ofMember(userId)) connection.unsubscribe(streamTopic(streamId))
  }
}

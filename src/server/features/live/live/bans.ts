import type { Executor } from '#server/db/executor.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/live/streams/access.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Sockets } from '#server/realtime/sockets.ts'
import { leaveStream } from './leave-stream.ts'
import type { Rooms } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

type Dependencies = { engine: MediaEngine; rooms: Rooms; counts: ViewerCounts; sockets: Sockets }

/** Enforces bans and private streams on viewers, also on viewers whose join runs concurrently. */
export class Bans {
  #version = 0

  /**
   * Throws 403 `banned` for a banned user and 404 for a visitor of a private stream. The result is valid until the
   * caller's next `await`: join in the same tick.
   */
  async check(db: Executor, streamId: string, user: Caller | null): Promise<void> {
    let version: number
    do {
      version = this.#version
      if (user) await assertNotBanned(db, streamId, user)
      else await getVisibleStream(db, streamId, null)
      // Repeats the query if a ban or change of visibility was published meanwhile: the read may predate it.
    } while (version !== this.#version)
  }

  /** Removes a banned user from a stream, with all of the user's sockets and players. */
  enforce(dependencies: Dependencies, { streamId, userId }: { streamId: string; userId: string }): void {
    this.#version += 1
    const viewers = [...(dependencies.rooms.find(streamId)?.viewers.values() ?? [])]
    for (const viewer of viewers) if (viewer.user?.id === userId) leaveStream(dependencies, viewer)
    for (const connection of dependencies.sockets.connectionsOfUser(userId))
      connection.unsubscribe(streamTopic(streamId))
  }

  /** Removes visitors from a stream that has become private. Their sockets receive the same error as for no stream. */
  removeAnonymousViewers(dependencies: Dependencies, streamId: string): void {
    this.#version += 1
    const viewers = [...(dependencies.rooms.find(streamId)?.viewers.values() ?? [])]
    for (const viewer of viewers) if (!viewer.user) leaveStream(dependencies, viewer)
    const topic = streamTopic(streamId)
    for (const connection of dependencies.sockets.subscribersOf(topic)) {
      if (connection.user) continue
      connection.unsubscribe(topic)
      connection.sendError(notFound('notFound.stream'), { streamId })
    }
  }
}

import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { updateViewerCount } from '#server/features/streams/queries.ts'
import { type Hub, streamTopic } from '#server/realtime/hub.ts'
import type { Rooms } from './room.ts'

type Parts = { db: Db; hub: Hub; rooms: Rooms; log: Logger }

/**
 * Stores and announces how many sockets have joined a stream. Writes of one stream follow each other and always
 * carry the count of that moment, so a join that crosses a leave can leave no viewer behind.
 */
export class ViewerCounts {
  readonly #parts: Parts
  readonly #writing = new Map<string, { peak: number; again: boolean }>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Call after each join and leave. */
  changed(streamId: string): void {
    const writing = this.#writing.get(streamId)
    if (writing) {
      writing.peak = Math.max(writing.peak, this.#current(streamId))
      writing.again = true
      return
    }
    void this.#write(streamId)
  }

  async #write(streamId: string): Promise<void> {
    const state = { peak: this.#current(streamId), again: true }
    this.#writing.set(streamId, state)
    try {
      while (state.again) {
        state.again = false
        const viewerCount = this.#current(streamId)
        await updateViewerCount(this.#parts.db, streamId, viewerCount, Math.max(state.peak, viewerCount))
        this.#parts.hub.publish(streamTopic(streamId), {
          type: 'viewer_count',
          streamId,
          data: { viewerCount },
        })
      }
    } catch (error) {
      this.#parts.log.error({ err: error, streamId }, 'a viewer count was not stored')
    } finally {
      this.#writing.delete(streamId)
    }
  }

  #current(streamId: string): number {
    return this.#parts.rooms.find(streamId)?.viewers.size ?? 0
  }
}

import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { updateViewerCount } from '#server/features/streams/queries.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Rooms } from './room.ts'

type Parts = { db: Db; hub: Hub; rooms: Rooms; log: Logger }

/** Time before a count that the database did not take is written again, in ms. */
const RETRY_MS = 1000

/**
 * Announces and stores how many sockets have joined a stream. What is true stands in memory and is told at once;
 * the writes of one stream follow each other and always carry the count of that moment, so a join that crosses a
 * leave can leave no viewer behind.
 */
export class ViewerCounts {
  readonly #parts: Parts
  readonly #peaks = new Map<string, number>()
  readonly #writing = new Map<string, Promise<void>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Call after each join and leave. */
  changed(streamId: string): void {
    const viewerCount = this.#current(streamId)
    this.#parts.hub.publish(streamTopic(streamId), { type: 'viewer_count', streamId, data: { viewerCount } })
    this.#peaks.set(streamId, Math.max(this.#peaks.get(streamId) ?? 0, viewerCount))
    if (!this.#writing.has(streamId)) this.#writing.set(streamId, this.#write(streamId))
  }

  /** Resolves when nothing is being written. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing.values())
  }

  /** Writes until the peak that it wrote is the last: each change in between has left a new one. */
  async #write(streamId: string): Promise<void> {
    for (let peak = this.#takePeak(streamId); peak !== undefined; peak = this.#takePeak(streamId)) {
      try {
        await updateViewerCount(this.#parts.db, streamId, this.#current(streamId), peak)
      } catch (error) {
        this.#parts.log.error({ err: error, streamId }, 'a viewer count was not stored')
        setTimeout(() => this.changed(streamId), RETRY_MS).unref()
      }
    }
    this.#writing.delete(streamId)
  }

  #takePeak(streamId: string): number | undefined {
    const peak = this.#peaks.get(streamId)
    this.#peaks.delete(streamId)
    return peak
  }

  #current(streamId: string): number {
    return this.#parts.rooms.find(streamId)?.viewers.size ?? 0
  }
}

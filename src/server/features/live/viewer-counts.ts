import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { updateViewerCount } from '#server/features/streams/broadcast-queries.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Rooms } from './room.ts'

/** What sockets are told: `ownerCount` is absent where the owner has not joined. */
type Told = { viewerCount: number; ownerCount?: number }
type Parts = { db: Db; hub: Hub; rooms: Rooms; log: Logger }

/** Milliseconds in which a stream's count is told once: a thousand who join at a time would be a million messages. */
const PAUSE_MS = 500
/** Time before a count that the database did not take is written again, in ms. */
const RETRY_MS = 1000

/**
 * Announces and stores how many sockets have joined a stream. What is true stands in memory and is told at once, many
 * changes together; the writes of one stream follow each other and always carry the count of that moment, so a join
 * that crosses a leave can leave no viewer behind. The most at once is that of broadcasts: who waits for one and leaves
 * before it starts has seen nothing.
 */
export class ViewerCounts {
  readonly #parts: Parts
  readonly #told: Throttle<Told>
  readonly #peaks = new Map<string, number>()
  readonly #writing = new Map<string, Promise<void>>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#told = new Throttle({
      pauseMs: PAUSE_MS,
      read: async (streamId) => this.told(streamId),
      publish(streamId, data) {
        parts.hub.publish(streamTopic(streamId), { type: 'viewer_count', streamId, data })
      },
      log: parts.log,
    })
  }

  /** How many have joined right now, without the broadcaster's preview. */
  current(streamId: string): number {
    const room = this.#parts.rooms.find(streamId)
    return room ? room.viewers.size - room.previews : 0
  }

  /** The same, and how many of these are the owner's own. */
  told(streamId: string): Told {
    const viewerCount = this.current(streamId)
    const ownerCount = this.#parts.rooms.find(streamId)?.ownerViewers ?? 0
    return ownerCount > 0 ? { viewerCount, ownerCount } : { viewerCount }
  }

  /** Call after each join and leave. */
  changed(streamId: string): void {
    this.#told.changed(streamId, this.told(streamId))
    this.#count(streamId)
  }

  /** Call after a start: whoever has waited for it is there. */
  started(streamId: string): void {
    this.#count(streamId)
  }

  /** Tells nothing more; resolves when nothing is being written. */
  async close(): Promise<void> {
    this.#told.close()
    this.#isClosed = true
    for (const timer of this.#retries.values()) clearTimeout(timer)
    this.#retries.clear()
    await Promise.all(this.#writing.values())
  }

  #count(streamId: string): void {
    const isLive = this.#parts.rooms.find(streamId)?.isLive ?? false
    this.#keepPeak(streamId, isLive ? this.current(streamId) : 0)
    this.#store(streamId)
  }

  #store(streamId: string): void {
    if (this.#peaks.has(streamId) && !this.#writing.has(streamId))
      this.#writing.set(streamId, this.#write(streamId))
  }

  /** Writes until the peak that it wrote is the last: each change in between has left a new one. */
  async #write(streamId: string): Promise<void> {
    for (let peak = this.#takePeak(streamId); peak !== undefined; peak = this.#takePeak(streamId)) {
      try {
        await updateViewerCount(this.#parts.db, streamId, this.current(streamId), peak)
      } catch (error) {
        this.#parts.log.error({ err: error, streamId }, 'a viewer count was not stored')
        this.#keepPeak(streamId, peak)
        this.#storeLater(streamId)
        break
      }
    }
    this.#writing.delete(streamId)
  }

  #storeLater(streamId: string): void {
    if (this.#isClosed) return
    clearTimeout(this.#retries.get(streamId))
    const again = () => {
      this.#retries.delete(streamId)
      this.#store(streamId)
    }
    this.#retries.set(streamId, setTimeout(again, RETRY_MS))
  }

  #keepPeak(streamId: string, viewerCount: number): void {
    this.#peaks.set(streamId, Math.max(this.#peaks.get(streamId) ?? 0, viewerCount))
  }

  #takePeak(streamId: string): number | undefined {
    const peak = this.#peaks.get(streamId)
    this.#peaks.delete(streamId)
    return peak
  }
}

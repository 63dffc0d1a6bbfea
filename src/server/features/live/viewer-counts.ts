import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { type ViewerNumbers, updateViewerCounts } from '#server/features/streams/broadcast-queries.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Rooms } from './room.ts'

/** The published counts. `ownerCount` is absent while the owner has not joined. */
type Counts = { viewerCount: number; ownerCount?: number }
type Dependencies = { db: Db; hub: Hub; rooms: Rooms; log: Logger }

/** Minimum time between two counts of a stream: a thousand concurrent joins would cause a million messages. */
const PAUSE_MS = 500
/** Delay before a failed write is repeated. */
const RETRY_MS = 1000
const NONE: ViewerNumbers = { all: 0, others: 0 }

/**
 * Publishes and stores the viewer counts of streams. The count in memory is authoritative and published with a
 * throttle. Writes of one stream are serialized, and each stores the count of its own moment, so that concurrent joins
 * and leaves cannot leave a wrong count behind. The peak only counts viewers during a broadcast.
 */
export class ViewerCounts {
  readonly #dependencies: Dependencies
  readonly #throttle: Throttle<Counts>
  /** Peaks to store, by stream id. */
  readonly #pendingPeaks = new Map<string, ViewerNumbers>()
  readonly #writes = new Map<string, Promise<void>>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#throttle = new Throttle({
      intervalMs: PAUSE_MS,
      read: async (streamId) => this.countsOf(streamId),
      publish(streamId, data) {
        dependencies.hub.publish(streamTopic(streamId), { type: 'viewer_count', streamId, data })
      },
      log: dependencies.log,
    })
  }

  /** Returns the number of viewers without previews, and how many of them are the owner's pages. */
  countsOf(streamId: string): Counts {
    const { all, others } = this.#numbersOf(streamId)
    return all > others ? { viewerCount: all, ownerCount: all - others } : { viewerCount: all }
  }

  #numbersOf(streamId: string): ViewerNumbers {
    const room = this.#dependencies.rooms.find(streamId)
    const all = room ? room.viewers.size - room.previews : 0
    return { all, others: all - (room?.ownerViewers ?? 0) }
  }

  /** Publishes and stores the counts. Called after each join and leave. */
  update(streamId: string): void {
    this.#throttle.update(streamId, this.countsOf(streamId))
    this.#storeCounts(streamId)
  }

  /** Stores the count after a start: viewers who have waited for it count for the peak. */
  onStarted(streamId: string): void {
    this.#storeCounts(streamId)
  }

  /** Stops publishing. Resolves when pending writes are done. */
  async close(): Promise<void> {
    this.#throttle.close()
    this.#isClosed = true
    for (const timer of this.#retries.values()) clearTimeout(timer)
    this.#retries.clear()
    await Promise.all(this.#writes.values())
  }

  #storeCounts(streamId: string): void {
    const isLive = this.#dependencies.rooms.find(streamId)?.isLive ?? false
    this.#raisePeak(streamId, isLive ? this.#numbersOf(streamId) : NONE)
    this.#store(streamId)
  }

  #store(streamId: string): void {
    if (this.#pendingPeaks.has(streamId) && !this.#writes.has(streamId))
      this.#writes.set(streamId, this.#write(streamId))
  }

  /** Writes until no peak is pending: each change during a write adds a new one. */
  async #write(streamId: string): Promise<void> {
    for (let peak = this.#takePeak(streamId); peak !== undefined; peak = this.#takePeak(streamId)) {
      try {
        await updateViewerCounts(this.#dependencies.db, streamId, this.#numbersOf(streamId), peak)
      } catch (error) {
        this.#dependencies.log.error({ err: error, streamId }, 'a viewer count was not stored')
        this.#raisePeak(streamId, peak)
        this.#scheduleRetry(streamId)
        break
      }
    }
    this.#writes.delete(streamId)
  }

  #scheduleRetry(streamId: string): void {
    if (this.#isClosed) return
    clearTimeout(this.#retries.get(streamId))
    const retry = () => {
      this.#retries.delete(streamId)
      this.#store(streamId)
    }
    this.#retries.set(streamId, setTimeout(retry, RETRY_MS))
  }

  #raisePeak(streamId: string, { all, others }: ViewerNumbers): void {
    const pending = this.#pendingPeaks.get(streamId) ?? NONE
    const peak = { all: Math.max(pending.all, all), others: Math.max(pending.others, others) }
    this.#pendingPeaks.set(streamId, peak)
  }

  #takePeak(streamId: string): ViewerNumbers | undefined {
    const peak = this.#pendingPeaks.get(streamId)
    this.#pendingPeaks.delete(streamId)
    return peak
  }
}

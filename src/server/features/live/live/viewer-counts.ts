import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { ViewerPeaks } from '#server/features/live/live/viewer-peaks.ts'
import {
  type BroadcastPeak,
  type ViewerNumbers,
  type ViewerPeak,
  updateViewerCounts,
} from '#server/features/live/streams/broadcast-queries.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Rooms } from './room.ts'

type PublishedCounts = Extract<Downstream, { type: 'viewer_count' }>['data']
type Dependencies = { db: Db; hub: Hub; rooms: Rooms; log: Logger; nodeId: string }

/** Minimum time between two counts of a stream: a thousand concurrent joins would cause a million messages. */
const PAUSE_MS = 500
/** Delay before a failed write is repeated. */
const RETRY_MS = 1000
const NO_VIEWERS: ViewerNumbers = { viewerCount: 0, otherViewers: 0 }

/**
 * Publishes and stores the viewer counts of streams. The count in memory is authoritative and published with a
 * throttle. Writes of one stream are serialized, and each stores the count of its own moment, so that concurrent joins
 * and leaves cannot leave a wrong count behind. The peak only counts viewers during a broadcast.
 */
export class ViewerCounts {
  readonly #dependencies: Dependencies
  readonly #throttle: Throttle<PublishedCounts>
  readonly #dailyPeaks: ViewerPeaks
  /** Peaks to store, by stream id. */
  readonly #pendingPeaks = new Map<string, ViewerPeak>()
  readonly #writes = new Map<string, Promise<void>>()
  readonly #retries = new Map<string, NodeJS.Timeout>()
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#throttle = new Throttle({
      intervalMs: PAUSE_MS,
      read: async (streamId) => this.countsOf(streamId),
      // Not to other nodes: each counts the viewers that have joined it.
      publish(streamId, data) {
        dependencies.hub.publish(streamTopic(streamId), { type: 'viewer_count', streamId, data })
      },
      log: dependencies.log,
    })
    const { db, log, rooms } = dependencies
    const isLive = (streamId: string) => rooms.find(streamId)?.isLive ?? false
    this.#dailyPeaks = new ViewerPeaks({ db, log, isLive })
  }

  /** Returns the number of viewers without previews, and how many of them are the owner's pages. */
  countsOf(streamId: string): PublishedCounts {
    const { viewerCount, otherViewers } = this.#numbersOf(streamId)
    const ownerCount = viewerCount - otherViewers
    return ownerCount > 0 ? { viewerCount, ownerCount } : { viewerCount }
  }

  #numbersOf(streamId: string): ViewerNumbers {
    const room = this.#dependencies.rooms.find(streamId)
    const viewerCount = room ? room.viewers.size - room.previews : 0
    return { viewerCount, otherViewers: viewerCount - (room?.ownerViewers ?? 0) }
  }

  /** Publishes and stores the counts. Called after each join and leave. */
  update(streamId: string): void {
    this.#throttle.update(streamId, this.countsOf(streamId))
    this.#storeCounts(streamId)
  }

  /** Stores the count after a start, so that viewers who joined before it count for the peak. */
  onStarted(streamId: string): void {
    this.#storeCounts(streamId)
  }

  /** Stops publishing. Resolves when pending writes are done. */
  async close(): Promise<void> {
    this.#throttle.close()
    this.#isClosed = true
    for (const timer of this.#retries.values()) clearTimeout(timer)
    this.#retries.clear()
    await Promise.all([...this.#writes.values(), this.#dailyPeaks.close()])
  }

  #storeCounts(streamId: string): void {
    const { isLive = false, startedAt = null } = this.#dependencies.rooms.find(streamId) ?? {}
    const numbers = isLive ? this.#numbersOf(streamId) : NO_VIEWERS
    this.#raisePeak(streamId, { stream: numbers, broadcast: { ...numbers, startedAt } })
    this.#dailyPeaks.update(streamId, numbers.otherViewers)
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
        const { db, nodeId } = this.#dependencies
        await updateViewerCounts(db, { streamId, nodeId }, this.#numbersOf(streamId), peak)
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

  #raisePeak(streamId: string, peak: ViewerPeak): void {
    const pending = this.#pendingPeaks.get(streamId)
    this.#pendingPeaks.set(
      streamId,
      pending
        ? {
            stream: maxNumbers(pending.stream, peak.stream),
            broadcast: maxOfLatestBroadcast(pending.broadcast, peak.broadcast),
          }
        : peak,
    )
  }

  #takePeak(streamId: string): ViewerPeak | undefined {
    const peak = this.#pendingPeaks.get(streamId)
    this.#pendingPeaks.delete(streamId)
    return peak
  }
}

function maxNumbers(one: ViewerNumbers, other: ViewerNumbers): ViewerNumbers {
  return {
    viewerCount: Math.max(one.viewerCount, other.viewerCount),
    otherViewers: Math.max(one.otherViewers, other.otherViewers),
  }
}

/** Returns the peak of the later broadcast: a pending peak may belong to an earlier one. */
function maxOfLatestBroadcast(one: BroadcastPeak, other: BroadcastPeak): BroadcastPeak {
  const [a, b] = [one.startedAt ?? '', other.startedAt ?? '']
  if (a !== b) return a > b ? one : other
  return { ...maxNumbers(one, other), startedAt: one.startedAt }
}

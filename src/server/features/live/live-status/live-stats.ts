import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import type { EngineStats, StreamStats, MediaEngine } from '#server/live-engine/media-engine.ts'
import { ttlCache } from '#server/concurrency/ttl-cache.ts'
import { StreamRates } from './stream-rates.ts'

/** Lifetime of the cached result, so that all metrics of one scrape come from the same engine response. */
const CACHE_MS = 500
/** Interval at which the streams' rates are sampled. */
const SAMPLE_MS = 5_000

/** A stream's statistics with the received bit rate and the ratio of lost packets (0 to 1) over the last seconds. */
export type StreamSnapshot = StreamStats & { bitsPerSecond: number; lostRatio: number }
export type LiveSnapshot = { streams: StreamSnapshot[]; processes: EngineStats['processes'] }

/** True if every process of the engine responds. */
export const isUp = (stats: LiveSnapshot | null) =>
  stats !== null && stats.processes.every((process) => process !== null)

/** The live engine's statistics, with rates per second. */
export class LiveStats {
  readonly #engine: MediaEngine
  readonly #rates = new StreamRates()
  readonly #timer: NodeJS.Timeout
  /** Returns the current statistics, cached for CACHE_MS; null while the engine does not respond. */
  readonly read = ttlCache(CACHE_MS, () => this.#load())

  constructor(engine: MediaEngine) {
    this.#engine = engine
    this.#timer = setInterval(() => void this.read(), SAMPLE_MS)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #load(): Promise<LiveSnapshot | null> {
    const stats = await this.#engine.stats().catch(() => null)
    this.#rates.addSamples(stats?.streams ?? [], performance.now())
    return stats && { ...stats, streams: stats.streams.map((stream) => this.#withRates(stream)) }
  }

  #withRates(stream: StreamStats): StreamSnapshot {
    const { streamId } = stream
    return {
      ...stream,
      bitsPerSecond: this.#rates.bitsPerSecond(streamId),
      lostRatio: this.#rates.lostRatio(streamId),
    }
  }
}

export const liveStatsService = defineService(
  'statistics of the live engine',
  ({ engine }: Pick<Context, 'engine'>, onClose) => {
    const stats = new LiveStats(engine)
    onClose(() => stats.close())
    return stats
  },
)

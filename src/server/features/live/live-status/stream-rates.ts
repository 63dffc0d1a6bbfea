import type { StreamStats } from '#server/live-engine/media-engine.ts'

type Sample = Pick<StreamStats, 'bytesIn' | 'packetsIn' | 'packetsLost'> & { at: number }
type Counts = Pick<StreamStats, 'streamId' | 'bytesIn' | 'packetsIn' | 'packetsLost'>

/** Minimum time between two samples: a rate over less time is noise. */
const MIN_INTERVAL_MS = 1_000

/** Computes rates per stream from monotonic counters, between the last two samples. */
export class StreamRates {
  readonly #samples = new Map<string, { before: Sample; last: Sample }>()

  /** Adds the counters of all current streams; others are removed. `now` is a monotonic clock in ms. */
  addSamples(streams: readonly Counts[], now: number): void {
    const currentIds = new Set(streams.map(({ streamId }) => streamId))
    for (const streamId of this.#samples.keys()) if (!currentIds.has(streamId)) this.#samples.delete(streamId)
    for (const stream of streams) {
      const samples = this.#samples.get(stream.streamId)
      const sample = { ...stream, at: now }
      // A smaller counter comes from a restarted engine.
      const isNew = !samples || stream.bytesIn < samples.last.bytesIn
      if (isNew) this.#samples.set(stream.streamId, { before: sample, last: sample })
      else if (now - samples.last.at >= MIN_INTERVAL_MS)
        this.#samples.set(stream.streamId, { before: samples.last, last: sample })
    }
  }

  /** Bits per second from the broadcaster; 0 until there are two samples. */
  bitsPerSecond(streamId: string): number {
    const samples = this.#samples.get(streamId)
    if (!samples || samples.last.at === samples.before.at) return 0
    return (
      ((samples.last.bytesIn - samples.before.bytesIn) * 8 * 1000) / (samples.last.at - samples.before.at)
    )
  }

  /** Ratio of the broadcaster's packets that never arrived, 0 to 1. */
  lostRatio(streamId: string): number {
    const samples = this.#samples.get(streamId)
    if (!samples) return 0
    const lost = Math.max(0, samples.last.packetsLost - samples.before.packetsLost)
    const sent = lost + samples.last.packetsIn - samples.before.packetsIn
    return sent > 0 ? lost / sent : 0
  }
}

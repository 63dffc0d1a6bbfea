import type { StreamStats } from '#server/live-engine/media-engine.ts'

type Sample = Pick<StreamStats, 'bytesIn' | 'packetsIn' | 'packetsLost'> & { at: number }
type Counts = Pick<StreamStats, 'streamId' | 'bytesIn' | 'packetsIn' | 'packetsLost'>

/** A rate over less time says little. */
const SHORTEST_MS = 1_000

/** What counts that only grow come to a second, between the last two looks that lie far enough apart. */
export class BitRates {
  readonly #samples = new Map<string, { before: Sample; last: Sample }>()

  /** Takes the counts of all streams that there are now; `now` is a monotonic clock in ms. */
  note(streams: readonly Counts[], now: number): void {
    const here = new Set(streams.map(({ streamId }) => streamId))
    for (const streamId of this.#samples.keys()) if (!here.has(streamId)) this.#samples.delete(streamId)
    for (const stream of streams) {
      const known = this.#samples.get(stream.streamId)
      const sample = { ...stream, at: now }
      // A smaller count is another engine's: it begins anew.
      const isNew = !known || stream.bytesIn < known.last.bytesIn
      if (isNew) this.#samples.set(stream.streamId, { before: sample, last: sample })
      else if (now - known.last.at >= SHORTEST_MS)
        this.#samples.set(stream.streamId, { before: known.last, last: sample })
    }
  }

  /** Bits a second that the broadcaster sent; 0 until two looks have been taken. */
  received(streamId: string): number {
    const known = this.#samples.get(streamId)
    if (!known || known.last.at === known.before.at) return 0
    return ((known.last.bytesIn - known.before.bytesIn) * 8 * 1000) / (known.last.at - known.before.at)
  }

  /** Part of the broadcaster's packets that never came, 0 to 1. */
  lost(streamId: string): number {
    const known = this.#samples.get(streamId)
    if (!known) return 0
    const lost = Math.max(0, known.last.packetsLost - known.before.packetsLost)
    const sent = lost + known.last.packetsIn - known.before.packetsIn
    return sent > 0 ? lost / sent : 0
  }
}

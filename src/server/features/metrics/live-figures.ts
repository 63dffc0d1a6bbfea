import type { EngineStats, StreamStats, MediaEngine } from '#server/live-engine/media-engine.ts'
import { BitRates } from './bit-rates.ts'

/** Who asks twice within this time gets the engine's same answer; all figures of one page belong together. */
const SAME_MS = 500
/** Milliseconds between two looks at the streams' rates. */
const LOOK_MS = 5_000

/** A stream with what it gets, bits a second, and the part of it that is lost, 0 to 1, over the last seconds. */
export type StreamFigures = StreamStats & { bitsPerSecond: number; lostRatio: number }
export type Figures = { streams: StreamFigures[]; processes: EngineStats['processes'] }

/** Whether every process of the engine answers. */
export const isUp = (now: Figures | null) => now !== null && now.processes.every((each) => each !== null)

/** What the live engine counts, and what that comes to a second. */
export class LiveFigures {
  readonly #engine: MediaEngine
  readonly #rates = new BitRates()
  readonly #timer: NodeJS.Timeout
  #last: { at: number; answer: Promise<Figures | null> } | null = null

  constructor(engine: MediaEngine) {
    this.#engine = engine
    this.#timer = setInterval(() => void this.read(), LOOK_MS)
  }

  /** As it is now; null while the engine doesn't answer. */
  read(): Promise<Figures | null> {
    const now = performance.now()
    if (!this.#last || now - this.#last.at > SAME_MS) this.#last = { at: now, answer: this.#ask() }
    return this.#last.answer
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #ask(): Promise<Figures | null> {
    const stats = await this.#engine.stats().catch(() => null)
    this.#rates.note(stats?.streams ?? [], performance.now())
    return stats && { ...stats, streams: stats.streams.map((stream) => this.#withRates(stream)) }
  }

  #withRates(stream: StreamStats): StreamFigures {
    const { streamId } = stream
    return {
      ...stream,
      bitsPerSecond: this.#rates.received(streamId),
      lostRatio: this.#rates.lost(streamId),
    }
  }
}

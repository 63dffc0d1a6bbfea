import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { utcDate } from '#server/utc-days.ts'
import { raiseViewerPeak } from './viewer-peak-queries.ts'

type Dependencies = { db: Db; log: Logger; isLive: (streamId: string) => boolean }

/** Stores the most simultaneous viewers that a broadcast of this process had on the UTC day; writes only new maxima. */
export class ViewerPeaks {
  readonly #dependencies: Dependencies
  /** The latest number of each broadcast: the initial peak of the next day is computed from it at midnight. */
  readonly #viewersByStream = new Map<string, number>()
  #date = ''
  #peak = 0
  #stored = 0
  #write: Promise<void> | undefined

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Called after each change of the number of viewers; it is 0 for a stream that is not live. */
  update(streamId: string, viewers: number): void {
    const date = utcDate(new Date())
    if (date !== this.#date) this.#beginDay(date)
    if (viewers > 0) this.#viewersByStream.set(streamId, viewers)
    else this.#viewersByStream.delete(streamId)
    this.#peak = Math.max(this.#peak, viewers)
    if (this.#peak > this.#stored) this.#write ??= this.#store()
  }

  /** Resolves when the pending write is done. */
  async close(): Promise<void> {
    await this.#write
  }

  #beginDay(date: string): void {
    const { isLive } = this.#dependencies
    const counts = [...this.#viewersByStream].flatMap(([streamId, viewers]) =>
      isLive(streamId) ? viewers : [],
    )
    this.#date = date
    this.#peak = Math.max(0, ...counts)
    this.#stored = 0
  }

  async #store(): Promise<void> {
    const { db, log } = this.#dependencies
    try {
      while (this.#peak > this.#stored) {
        const [date, viewers] = [this.#date, this.#peak]
        await raiseViewerPeak(db, { date, viewers })
        if (date === this.#date) this.#stored = viewers
      }
    } catch (error) {
      // The next change of a number tries again.
      log.warn({ err: error }, 'the peak of viewers was not stored')
    }
    this.#write = undefined
  }
}

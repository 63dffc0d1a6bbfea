import type { Context } from '#server/feature.ts'
import { publishVideoProgress } from '../video-changes.ts'
import { setProgress } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'log' | 'publish'>
type Video = { id: string; creatorId: string; progress: number | null }

/** Minimum time between two writes. */
const INTERVAL_MS = 2000
const MAX_PERCENT = 99

/** Writes how much of a video's processing is done, and notifies its creator's pages. */
export class Progress {
  readonly #dependencies: Dependencies
  readonly #video: Video
  #writtenAt = -Infinity
  #percent: number | null
  #writing: Promise<void> = Promise.resolve()

  constructor(dependencies: Dependencies, video: Video) {
    this.#dependencies = dependencies
    this.#video = video
    this.#percent = video.progress
  }

  /** Reports the share that is done, from 0 to 1; it is written at most every two seconds. */
  report(share: number): void {
    const percent = percentOf(share)
    const now = performance.now()
    if (percent === this.#percent || now - this.#writtenAt < INTERVAL_MS) return
    this.#writtenAt = now
    this.#percent = percent
    this.#writing = this.#writing.then(() => this.#write(percent))
  }

  /** Resolves when nothing is being written. */
  finishWriting(): Promise<void> {
    return this.#writing
  }

  /** The next report repairs a write that fails. */
  async #write(percent: number): Promise<void> {
    const { db, log } = this.#dependencies
    const write = db.transaction(async (tx) => {
      if (await setProgress(tx, this.#video.id, percent))
        publishVideoProgress(this.#dependencies, tx, this.#video, percent)
    })
    await write.catch((error: unknown) => log.warn({ err: error }, 'the progress of a video was not written'))
  }
}

/** Returns whole percents, which reach 100 only by being done. */
export function percentOf(share: number): number {
  return Math.max(0, Math.min(MAX_PERCENT, Math.floor(share * 100)))
}

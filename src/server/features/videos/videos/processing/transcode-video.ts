import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'
import type { ResultOf, FileTask } from '#transcode/protocol.ts'
import type { ProcessingRun } from './process-video.ts'
import { setProgress } from './queries.ts'

type Options = {
  /** The duration, or the maximum duration, of the video in seconds. */
  duration: number
  progress?: ProgressRange
}

/** The percentages of a video's whole processing at the start and at the end of a task. */
type ProgressRange = { from: number; to: number }

/**
 * Runs a task on the original, within the time limit for its duration and the creator's remaining storage.
 * @throws {TranscodeError}
 */
export async function transcode<Task extends FileTask>(
  { dependencies, limits, video, signal }: ProcessingRun,
  task: Task,
  { duration, progress }: Options,
): Promise<ResultOf<Task>> {
  const { db, remainingStorage, transcoder } = dependencies
  const { maxTaskMs = Infinity, maxTaskCpuMs, niceness } = limits
  const shown = progress && new Progress(dependencies, video, progress)
  shown?.report(0)
  try {
    const result = await transcoder.run(task, {
      maxBytes: await remainingStorage(db, video.creatorId),
      expectedSeconds: duration,
      timeoutMs: Math.min(maxTaskMs, timeLimitOf(task.type, duration)),
      ...(maxTaskCpuMs !== undefined && { cpuMs: maxTaskCpuMs }),
      ...(niceness !== undefined && { niceness }),
      signal,
      onProgress: (second) => shown?.report(Math.min(1, second / Math.max(duration, 1))),
    })
    shown?.report(1)
    return result
  } finally {
    await shown?.finishWriting()
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Time limits of tasks: `baseMs` plus `perSecondMs` for each second of the video, at most `maxMs`. They are many times the
 * duration on an idle machine, because the processes have a low priority.
 */
const LIMITS: Record<FileTask['type'], { baseMs: number; perSecondMs: number; maxMs: number }> = {
  // A file without a known duration is read to its end.
  probe: { baseMs: 5 * MINUTE_MS, perSecondMs: 0, maxMs: 5 * MINUTE_MS },
  // Decodes a bounded number of frames.
  frames: { baseMs: 15 * MINUTE_MS, perSecondMs: 0, maxMs: 15 * MINUTE_MS },
  remux: { baseMs: 5 * MINUTE_MS, perSecondMs: 500, maxMs: 2 * HOUR_MS },
  rendition: { baseMs: 10 * MINUTE_MS, perSecondMs: 20_000, maxMs: 48 * HOUR_MS },
  mp4: { baseMs: 10 * MINUTE_MS, perSecondMs: 20_000, maxMs: 48 * HOUR_MS },
}

/** Returns the time limit of a task, by the duration of the video in seconds. */
function timeLimitOf(type: FileTask['type'], duration: number): number {
  const { baseMs, perSecondMs, maxMs } = LIMITS[type]
  return Math.min(maxMs, baseMs + perSecondMs * duration)
}

type Dependencies = Pick<Context, 'db' | 'log' | 'publish'>
type Video = { id: string; creatorId: string; progress: number | null }

/** Minimum time between two writes. */
const INTERVAL_MS = 2000
/** 100 percent would mean that nothing is left to do. */
const MAX_PERCENT = 99

/** Stores the progress of a video's processing during a task, and publishes it to its creator's pages. */
class Progress {
  readonly #dependencies: Dependencies
  readonly #video: Video
  readonly #range: ProgressRange
  #writtenAt = -Infinity
  #percent: number | null
  #writing: Promise<void> = Promise.resolve()

  constructor(dependencies: Dependencies, video: Video, range: ProgressRange) {
    this.#dependencies = dependencies
    this.#video = video
    this.#range = range
    this.#percent = video.progress
  }

  /** Reports the share of the task that is done, from 0 to 1; it is written at most every two seconds. */
  report(share: number): void {
    const { from, to } = this.#range
    const percent = Math.min(MAX_PERCENT, Math.floor(from + (to - from) * share))
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

  /** Logs errors: the next report replaces a failed write. */
  async #write(percent: number): Promise<void> {
    const { db, log, publish } = this.#dependencies
    const { id: videoId, creatorId } = this.#video
    const write = db.transaction(async (tx) => {
      if (await setProgress(tx, videoId, percent))
        publish(tx, toPages(inboxTopic(creatorId), { type: 'video_progress', videoId, progress: percent }))
    })
    await write.catch((error: unknown) => log.warn({ err: error }, 'the progress of a video was not written'))
  }
}

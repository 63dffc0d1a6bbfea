import { type JobRun, RetryLater } from '#server/jobs/job-handler.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import { type ProcessingDependencies, ProcessingRun, VideoGone } from './processing-run.ts'
import { listFiles } from '../files/queries.ts'
import { type ProcessedVideo, findProcessed } from './queries.ts'

/** Interval at which a task checks whether its video was deleted. */
const CHECK_INTERVAL_MS = 1000

type Processing = {
  videoId: string
  jobRun: JobRun
  /** Maximum time of each task, if less than what a video of its duration may take. */
  maxTaskMs?: number
  /** Maximum processor time of each task. */
  maxTaskCpuMs?: number
  /** Of the tasks' processes; the lowest priority by default. */
  niceness?: number
  work(run: ProcessingRun): Promise<void>
  /** Called when `work` has failed for good. */
  giveUp(video: ProcessedVideo, error: unknown): Promise<void>
}

/**
 * Runs an attempt to process a video, in a working folder of its own, until the video is deleted. Does nothing for a video
 * that was deleted or has failed.
 */
export async function processVideo(
  dependencies: ProcessingDependencies,
  { videoId, jobRun, work, giveUp, ...limits }: Processing,
): Promise<void> {
  const { db, storage, workingFolders } = dependencies
  const video = await findProcessed(db, videoId)
  const files = await listFiles(db, [videoId])
  const original = files.find(({ kind }) => kind === 'original')
  if (!video || !original) return
  const watch = watchVideo(dependencies, videoId)
  const signal = AbortSignal.any([jobRun.signal, watch.signal])
  const { isLastAttempt } = jobRun
  try {
    await storage.withLocalFile(original.key, (input) =>
      workingFolders.use(videoId, (folder) =>
        work(
          new ProcessingRun(dependencies, { video, files, input, folder, signal, isLastAttempt, ...limits }),
        ),
      ),
    )
  } catch (error) {
    jobRun.signal.throwIfAborted()
    if (watch.signal.reason instanceof VideoGone || error instanceof VideoGone) return
    if (isOutOfSpace(error)) throw new RetryLater(error.message, SPACE_RETRY_SECONDS)
    if (!isPermanent(error) && !isLastAttempt) throw error
    await giveUp(video, error)
  } finally {
    watch.stop()
  }
}

/** A disk is cleaned up by a person. */
const SPACE_RETRY_SECONDS = 600

const isOutOfSpace = (error: unknown): error is TranscodeError =>
  error instanceof TranscodeError && error.problem === 'outOfSpace'

/** Whether another attempt would fail again. */
export function isPermanent(error: unknown): error is TranscodeError {
  return error instanceof TranscodeError && !error.isTemporary
}

/** Returns a signal that aborts when a video is deleted or has failed, by any process. */
function watchVideo({ db, log }: ProcessingDependencies, videoId: string) {
  const gone = new AbortController()
  const check = async () => {
    if (!(await findProcessed(db, videoId))) gone.abort(new VideoGone())
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => log.warn({ err: error, videoId }, 'a processed video was not found'))
  }, CHECK_INTERVAL_MS)
  return { signal: gone.signal, stop: () => clearInterval(timer) }
}

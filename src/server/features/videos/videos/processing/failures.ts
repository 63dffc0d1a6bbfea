import type { Logger } from 'pino'
import type { VideoFailure } from '#shared/videos/videos.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordLog } from '#server/logs/queries.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import type { TranscodeProblem } from '#transcode/protocol.ts'
import { publishVideoChanges } from '../video-changes.ts'
import type { ProcessingFailure } from './process-video.ts'
import { markUnplayable, setProgress } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'log' | 'publish'>

/** Maps the transcoder's problems to the failures that creators see. */
const FAILURES: Record<TranscodeProblem, VideoFailure> = {
  unreadable: 'unreadable',
  empty: 'empty',
  noVideo: 'noVideo',
  noAudio: 'noVideo',
  unsupportedCodec: 'unsupportedCodec',
  tooLarge: 'tooLarge',
  tooLong: 'tooLong',
  tooManyTracks: 'tooManyTracks',
  repeatsData: 'repeatsData',
  outOfMemory: 'tooCostly',
  timeout: 'tooCostly',
  overAllowance: 'storageFull',
  outOfSpace: 'internal',
  ioError: 'internal',
  crashed: 'internal',
}

/**
 * Marks a video as failed, unless it can be played already, and reports it to the operator. Has no effect on a deleted one.
 */
export async function failVideo(
  dependencies: Dependencies,
  { video, error }: ProcessingFailure,
): Promise<void> {
  const { db, log } = dependencies
  const failure = error instanceof TranscodeError ? FAILURES[error.problem] : 'internal'
  await db.transaction(async (tx) => {
    const hasFailed = await markUnplayable(tx, video.id, failure)
    const hasStopped = hasFailed || (await setProgress(tx, video.id, null))
    if (!hasStopped) return
    publishVideoChanges(dependencies, tx, video.creatorId, [video.id])
    await reportProblem(tx, log, {
      videoId: video.id,
      // An unreadable file is not an error of the server.
      level: failure === 'internal' ? 'error' : 'warn',
      message: `A video could not be processed: ${oneLine(error)}`,
    })
  })
}

type Problem = { videoId: string; level: 'warn' | 'error'; message: string }

/** Writes to the process log and the operator's log page. */
export async function reportProblem(
  tx: Executor,
  log: Logger,
  { videoId, level, message }: Problem,
): Promise<void> {
  log[level]({ id: videoId }, message)
  await recordLog(tx, { level, category: 'videos', message, metadata: { id: videoId } })
}

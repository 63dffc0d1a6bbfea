import type { Executor } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { listFiles } from '../files/queries.ts'
import { type ProcessedVideo, lockProcessed, markPlayable } from './queries.ts'
import { recordPublication } from '../publication.ts'
import { notifyVideoChanges } from '../video-changes.ts'
import { continueWith, encodeQuality } from './encode-quality.ts'
import { failVideo, reportProblem } from './failures.ts'
import { encodeFirstQualityJob, encodeRenditionJob } from './jobs.ts'
import { processVideo } from './process-video.ts'
import type { ProcessingDependencies, ProcessingRun } from './processing-run.ts'
import { fileOf, storedQualities } from './qualities.ts'

/** Encodes the quality that makes a video playable. If it cannot be encoded, the video has failed. */
export function encodeFirstQualityHandler(
  dependencies: ProcessingDependencies,
  job = encodeFirstQualityJob,
): JobHandler {
  return handleJob(job, ({ videoId, qualities }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      work: (run) => encodeFirst(run, qualities, becomePlayable),
      giveUp: (video, error) => failVideo(dependencies, video, error),
    }),
  )
}

async function becomePlayable(tx: Executor, videoId: string): Promise<void> {
  await markPlayable(tx, videoId)
  await recordPublication(tx, videoId)
}

/** Encodes a quality of a video that can be played already. One that fails is left out; the video stays ready. */
export function encodeRenditionHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(encodeRenditionJob, ({ videoId, qualities }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      work: (run) => encodeFirst(run, qualities),
      giveUp: (video, error) => leaveOutFirst(dependencies, video, qualities, error),
    }),
  )
}

async function encodeFirst(
  run: ProcessingRun,
  [quality, ...remaining]: readonly string[],
  before: (tx: Executor, videoId: string) => Promise<void> = async () => undefined,
): Promise<void> {
  if (quality === undefined) return
  const isStored = run.files.some(({ name }) => name === fileOf(quality))
  const files = isStored ? [] : await encodeQuality(run, run.video, [quality, ...remaining])
  const stored = [...new Set([...storedQualities(run.files), quality])]
  const { dependencies, video } = run
  const subject = { nodeId: dependencies.nodeId, videoId: video.id, source: video }
  await run.store(files, async (tx) => {
    await before(tx, video.id)
    await continueWith(tx, subject, { stored, remaining })
  })
}

async function leaveOutFirst(
  { db, log, nodeId }: ProcessingDependencies,
  { id: videoId, creatorId }: ProcessedVideo,
  [quality, ...remaining]: readonly string[],
  error: unknown,
): Promise<void> {
  await db.transaction(async (tx) => {
    const source = await lockProcessed(tx, videoId)
    if (!source) return
    const stored = storedQualities(await listFiles(tx, [videoId]))
    await continueWith(tx, { nodeId, videoId, source }, { stored, remaining })
    await notifyVideoChanges(tx, creatorId, [videoId])
    const message = `The quality ${quality} of a video could not be encoded: ${oneLine(error)}`
    await reportProblem(tx, log, { videoId, level: 'warn', message })
  })
}

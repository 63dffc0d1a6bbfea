import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { continueWith, encodeQuality } from './encode-quality.ts'
import { reportProblem } from './failures.ts'
import { encodeRenditionJob } from './jobs.ts'
import { isPermanent, processVideo } from './process-video.ts'
import { type ProcessingDependencies, type ProcessingRun, type ProducedFile } from './processing-run.ts'
import { fileOf, storedQualities } from './qualities.ts'

/** Encodes a quality of a video that can be played already. One that fails is left out; the video stays ready. */
export function encodeRenditionHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(encodeRenditionJob, ({ videoId, qualities }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      work: (run) => encodeFirst(run, qualities),
      giveUp: async () => {},
    }),
  )
}

async function encodeFirst(run: ProcessingRun, [quality, ...remaining]: readonly string[]): Promise<void> {
  if (quality === undefined) return
  const isStored = run.files.some(({ name }) => name === fileOf(quality))
  const files = isStored ? [] : await encodeOrReport(run, [quality, ...remaining])
  const stored = storedQualities(run.files)
  if (files.length > 0) stored.push(quality)
  await run.store(files, (tx) => continueWith(tx, run, run.video, { stored, remaining }))
}

/** Returns no files for a quality that cannot be encoded. */
async function encodeOrReport(
  run: ProcessingRun,
  qualities: readonly [string, ...string[]],
): Promise<ProducedFile[]> {
  try {
    return await encodeQuality(run, run.video, qualities)
  } catch (error) {
    run.signal.throwIfAborted()
    if (!isPermanent(error) && !run.isLastAttempt) throw error
    const { db, log } = run.dependencies
    const message = `The quality ${qualities[0]} of a video could not be encoded: ${oneLine(error)}`
    await reportProblem(db, log, { videoId: run.video.id, level: 'warn', message })
    return []
  }
}

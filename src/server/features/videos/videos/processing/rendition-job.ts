import type { Executor } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { isTaskTimeout } from '#server/transcoding/transcode-error.ts'
import { listFiles } from '../files/queries.ts'
import { type ProcessedVideo, lockProcessed, markPlayable } from './queries.ts'
import { recordPublication } from '../publication.ts'
import { publishVideoChanges } from '../video-changes.ts'
import { continueWith, encodeQuality } from './encode-quality.ts'
import { failVideo, reportProblem } from './failures.ts'
import { type QualitiesOfVideo, type listEncodeJobs, enqueueQualities } from './jobs.ts'
import { CLASS_RULES, type EncodingCosts, nextClass } from './duration-classes.ts'
import { processVideo } from './process-video.ts'
import type { ProcessingDependencies, ProcessingRun } from './processing-run.ts'
import { fileOf, storedQualities } from './qualities.ts'

/**
 * Encodes a quality. The first one of a video that cannot be copied makes it playable: if that cannot be encoded, the video
 * has failed. Another one that fails is left out; the video stays ready.
 */
export function encodeHandler(
  dependencies: ProcessingDependencies,
  { kind, durationClass, job }: Encoding,
): JobHandler {
  const { maxCpuMs, maxMs, niceness } = CLASS_RULES[durationClass]
  return handleJob(job, ({ videoId, qualities, ...costs }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      maxTaskMs: maxMs,
      ...(maxCpuMs < Infinity && { maxTaskCpuMs: maxCpuMs }),
      niceness,
      work: (run) =>
        encodeFirst(
          run,
          { qualities, costs },
          kind === 'first' ? (tx) => becomePlayable(dependencies, tx, videoId) : undefined,
        ),
      async giveUp(video, error) {
        const next = isTaskTimeout(error) ? nextClass(durationClass) : undefined
        if (next) await moveTo(dependencies, { videoId, qualities, ...costs }, { kind, durationClass: next })
        else if (kind === 'first') await failVideo(dependencies, video, error)
        else await leaveOutFirst(dependencies, video, { qualities, costs }, error)
      },
    }),
  )
}

type Encoding = ReturnType<typeof listEncodeJobs>[number]
type Encodings = { qualities: readonly string[]; costs: EncodingCosts }

/** An encoding that takes longer than its duration class allows begins again in the next one, and so do those after it. */
function moveTo(
  { db, nodeId }: ProcessingDependencies,
  payload: QualitiesOfVideo,
  to: Pick<Encoding, 'kind' | 'durationClass'>,
): Promise<void> {
  return db.transaction((tx) => enqueueQualities(tx, nodeId, { ...payload, minClass: to.durationClass }, to))
}

async function becomePlayable(
  dependencies: ProcessingDependencies,
  tx: Executor,
  videoId: string,
): Promise<void> {
  await markPlayable(tx, videoId)
  await recordPublication(dependencies, tx, videoId)
}

async function encodeFirst(
  run: ProcessingRun,
  { qualities: [quality, ...remaining], costs }: Encodings,
  before: (tx: Executor) => Promise<void> = async () => undefined,
): Promise<void> {
  if (quality === undefined) return
  const isStored = run.files.some(({ name }) => name === fileOf(quality))
  const files = isStored ? [] : await encodeQuality(run, run.video, [quality, ...remaining])
  const stored = [...new Set([...storedQualities(run.files), quality])]
  const { dependencies, video } = run
  const subject = { nodeId: dependencies.nodeId, videoId: video.id, source: video, costs }
  await run.store(files, async (tx) => {
    await before(tx)
    await continueWith(tx, subject, { stored, remaining })
  })
}

async function leaveOutFirst(
  dependencies: ProcessingDependencies,
  { id: videoId, creatorId }: ProcessedVideo,
  { qualities: [quality, ...remaining], costs }: Encodings,
  error: unknown,
): Promise<void> {
  const { db, log, nodeId } = dependencies
  await db.transaction(async (tx) => {
    const source = await lockProcessed(tx, videoId)
    if (!source) return
    const stored = storedQualities(await listFiles(tx, [videoId]))
    await continueWith(tx, { nodeId, videoId, source, costs }, { stored, remaining })
    publishVideoChanges(dependencies, tx, creatorId, [videoId])
    const message = `The quality ${quality} of a video could not be encoded: ${oneLine(error)}`
    await reportProblem(tx, log, { videoId, level: 'warn', message })
  })
}

import { availableParallelism } from 'node:os'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { oneLine } from '#server/startup/startup-error.ts'
import { isTaskTimeout } from '#server/transcoding/transcode-error.ts'
import { listFiles } from '../files/queries.ts'
import { recordPublication } from '../publication.ts'
import { publishVideoChanges } from '../video-changes.ts'
import { failVideo, reportProblem } from './failures.ts'
import { type QualitiesOfVideo, type listEncodeJobs, enqueueEncodings, enqueueQualities } from './jobs.ts'
import {
  type ProcessingFailure,
  type ProcessingDependencies,
  type ProcessingRun,
  processVideo,
} from './process-video.ts'
import {
  CLASS_LIMITS,
  type EncodingCosts,
  renditionFileName,
  nextDurationClass,
  percentOf,
  planNext,
  shortSideOf,
  storedQualities,
} from './qualities.ts'
import { lockProcessable, markPlayable } from './queries.ts'
import { type ProducedFile, storeFiles } from './store-files.ts'
import { transcode } from './transcode-video.ts'

type Encoding = ReturnType<typeof listEncodeJobs>[number]
type Encodings = { qualities: readonly string[]; costs: EncodingCosts }

/**
 * Encodes a quality. The first quality of a video that cannot be remuxed makes it playable: if that fails, the video fails.
 * Any other quality that fails is skipped; the video stays ready.
 */
export function encodeHandler(
  dependencies: ProcessingDependencies,
  { kind, durationClass, job }: Encoding,
): JobHandler {
  const { maxCpuMs, maxMs, niceness } = CLASS_LIMITS[durationClass]
  const limits = { maxTaskMs: maxMs, ...(maxCpuMs < Infinity && { maxTaskCpuMs: maxCpuMs }), niceness }
  return handleJob(job, async ({ videoId, qualities, ...costs }, jobRun) => {
    const failure = await processVideo(dependencies, { videoId, jobRun, ...limits }, (run) =>
      encodeNextQuality(run, { qualities, costs }, kind),
    )
    if (!failure) return
    const next = isTaskTimeout(failure.error) ? nextDurationClass(durationClass) : undefined
    if (next)
      await enqueueInDurationClass(
        dependencies,
        { videoId, qualities, ...costs },
        { kind, durationClass: next },
      )
    else if (kind === 'first') await failVideo(dependencies, failure)
    else await skipFailedQuality(dependencies, failure, { qualities, costs })
  })
}

/** Enqueues an encoding that exceeded the limits of its duration class, and the following ones, in the next class. */
function enqueueInDurationClass(
  { db, nodeId }: ProcessingDependencies,
  payload: QualitiesOfVideo,
  to: Pick<Encoding, 'kind' | 'durationClass'>,
): Promise<void> {
  return db.transaction((tx) => enqueueQualities(tx, nodeId, { ...payload, minClass: to.durationClass }, to))
}

async function encodeNextQuality(
  run: ProcessingRun,
  { qualities: [quality, ...remaining], costs }: Encodings,
  kind: Encoding['kind'],
): Promise<void> {
  if (quality === undefined) return
  const { dependencies, files, video } = run
  const isStored = files.some(({ name }) => name === renditionFileName(quality))
  const encoded = isStored ? [] : await encodeQuality(run, quality, remaining)
  const stored = [...new Set([...storedQualities(files), quality])]
  await storeFiles(run, encoded, async (tx) => {
    if (kind === 'first') {
      await markPlayable(tx, video.id)
      await recordPublication(dependencies, tx, video.id)
    }
    await enqueueEncodings(tx, dependencies.nodeId, video.id, planNext(video, costs, { stored, remaining }))
  })
}

/** Half of the cores stay free for the app. */
const TRANSCODER_THREADS = Math.max(1, Math.min(16, Math.floor(availableParallelism() / 2)))

/**
 * Encodes a quality, and reports the progress of the whole processing. `remaining`: the qualities after this one.
 * @throws {TranscodeError}
 */
async function encodeQuality(
  run: ProcessingRun,
  quality: string,
  remaining: readonly string[],
): Promise<ProducedFile[]> {
  const { files, folder, input, video } = run
  const output = { folder: folder.path, name: quality, shortSide: shortSideOf(quality) }
  const stored = storedQualities(files)
  const { playlist, picture, bandwidth, averageBandwidth, codecs } = await transcode(
    run,
    { type: 'rendition', input, ...output, threads: TRANSCODER_THREADS },
    {
      duration: video.duration,
      progress: {
        from: percentOf(video, { stored, remaining: [quality, ...remaining] }),
        to: percentOf(video, { stored: [...stored, quality], remaining }),
      },
    },
  )
  const kind = picture ? ('rendition' as const) : ('audio' as const)
  const rates = { bandwidth, averageBandwidth, codecs }
  return [
    {
      name: renditionFileName(quality),
      kind,
      mimeType: picture ? 'video/mp4' : 'audio/mp4',
      ...picture,
      ...rates,
    },
    { name: playlist, kind: 'playlist', mimeType: 'application/vnd.apple.mpegurl' },
  ]
}

async function skipFailedQuality(
  dependencies: ProcessingDependencies,
  { video: { id: videoId, creatorId }, error }: ProcessingFailure,
  { qualities: [quality, ...remaining], costs }: Encodings,
): Promise<void> {
  const { db, log, nodeId } = dependencies
  await db.transaction(async (tx) => {
    const source = await lockProcessable(tx, videoId)
    if (!source) return
    const stored = storedQualities(await listFiles(tx, [videoId]))
    await enqueueEncodings(tx, nodeId, videoId, planNext(source, costs, { stored, remaining }))
    publishVideoChanges(dependencies, tx, creatorId, [videoId])
    const message = `The quality ${quality} of a video could not be encoded: ${oneLine(error)}`
    await reportProblem(tx, log, { videoId, level: 'warn', message })
  })
}

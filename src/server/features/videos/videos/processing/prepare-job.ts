import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { TranscodeError, isTaskTimeout } from '#server/transcoding/transcode-error.ts'
import { MAX_VIDEO_SECONDS, type ResultOf, type TaskOf, type TranscodeProblem } from '#transcode/protocol.ts'
import { recordPublication } from '../publication.ts'
import type { VideoFileRow } from '../schema.ts'
import { failVideo } from './failures.ts'
import {
  enqueueAfterPreparation,
  enqueueSlowProcessing,
  prepareSlowVideoJob,
  prepareVideoJob,
} from './jobs.ts'
import {
  type ProcessingDependencies,
  type ProcessingRun,
  isPermanent,
  processVideo,
} from './process-video.ts'
import { PREPARATION_PERCENT, planEncodings } from './qualities.ts'
import { setMediaInfo } from './queries.ts'
import { type ProducedFile, storeFiles } from './store-files.ts'
import { transcode } from './transcode-video.ts'

/**
 * Makes a video playable by remuxing it, and enqueues its pictures and qualities. A video that cannot be remuxed becomes
 * playable with its first quality.
 */
export function prepareVideoHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(prepareVideoJob, async ({ videoId }, jobRun) => {
    const failure = await processVideo(dependencies, { videoId, jobRun, ...QUICK_LIMITS }, prepareIfSmall)
    if (!failure) return
    if (isTaskTimeout(failure.error)) await enqueueSlowPreparation(dependencies, videoId)
    else await failVideo(dependencies, failure)
  })
}

/** The same without a short time limit, for a large file, or one that takes long to read. */
export function prepareSlowVideoHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(prepareSlowVideoJob, async ({ videoId }, jobRun) => {
    const failure = await processVideo(dependencies, { videoId, jobRun }, prepare)
    if (failure) await failVideo(dependencies, failure)
  })
}

/**
 * Limits of the tasks before a video can be watched: several times the processor time of a clip from a phone. The limit of
 * elapsed time is much higher, because everything takes longer on a busy machine.
 */
const QUICK_LIMITS = { maxTaskMs: 5000, maxTaskCpuMs: 800, niceness: 5 }
/** The size that a slow disk can copy within `maxTaskMs`. */
const MAX_QUICK_BYTES = 128 * 1024 ** 2

async function prepareIfSmall(run: ProcessingRun): Promise<void> {
  if (originalOf(run).size > MAX_QUICK_BYTES) await enqueueSlowPreparation(run.dependencies, run.video.id)
  else await prepare(run)
}

const enqueueSlowPreparation = ({ db, nodeId }: ProcessingDependencies, videoId: string) =>
  db.transaction((tx) => enqueueSlowProcessing(tx, nodeId, videoId))

/** Probes and remuxes the original, and stores the result in one transaction. A stored remux is not made again. */
async function prepare(run: ProcessingRun): Promise<void> {
  const { dependencies, files, video } = run
  const wasReady = video.state === 'ready'
  const remuxed = wasReady ? null : await remux(run)
  const { source, costs, ...mediaInfo } = mediaInfoOf(run, remuxed?.probed ?? (await probe(run)))

  const isReady = wasReady || remuxed !== null
  const plan = planEncodings(source, costs, { files, isReady })
  if (!isReady && !plan) throw noVideoError()

  await storeFiles(run, remuxed ? [toProducedFile(remuxed, source)] : [], async (tx) => {
    await setMediaInfo(tx, originalOf(run), { ...mediaInfo, isReady })
    if (isReady) await recordPublication(dependencies, tx, video.id)
    await enqueueAfterPreparation(tx, dependencies.nodeId, video.id, plan)
  })
}

type RemuxResult = ResultOf<TaskOf<'remux'>>
type Probed = RemuxResult['probed']

/** The part of the processing that reads the original. */
const READING = { from: 0, to: PREPARATION_PERCENT / 2 }

const probe = (run: ProcessingRun): Promise<Probed> =>
  transcode(run, { type: 'probe', input: run.input }, { duration: run.video.duration, progress: READING })

/** Problems that encoding cannot solve. */
const FINAL_PROBLEMS: readonly TranscodeProblem[] = ['repeatsData', 'overAllowance']

/** Returns null for a file whose tracks browsers do not play, or that is not a video. */
async function remux(run: ProcessingRun): Promise<RemuxResult | null> {
  const task = { type: 'remux', input: run.input, folder: run.folder.path, name: 'video' } as const
  try {
    // The duration is unknown before the file is read.
    return await transcode(run, task, { duration: MAX_VIDEO_SECONDS, progress: READING })
  } catch (error) {
    if (isPermanent(error) && !isTaskTimeout(error) && !FINAL_PROBLEMS.includes(error.problem)) return null
    throw error
  }
}

function mediaInfoOf(run: ProcessingRun, { duration, video, audio, hasUnreadableAudio }: Probed) {
  // An upload may contain private metadata, so it is never served itself, unlike a recording.
  const isUpload = originalOf(run).uploadId !== null
  if (!video && isUpload) throw noVideoError()
  // The assembly has measured all frames of a recording; the probe reads only the first one.
  const size = isUpload
    ? { duration, width: video?.width ?? null, height: video?.height ?? null }
    : { duration: run.video.duration, width: run.video.width, height: run.video.height }
  return {
    ...size,
    notice: hasUnreadableAudio ? ('unreadableAudio' as const) : null,
    codecs: [video?.codec, audio?.codec].filter(Boolean).join(','),
    source: { ...size, hasAudio: audio !== null },
    costs: video?.frameRate === undefined ? {} : { frameRate: video.frameRate },
  }
}

function originalOf({ files }: ProcessingRun): VideoFileRow {
  const original = files.find(({ kind }) => kind === 'original')
  if (!original) throw noVideoError()
  return original
}

const noVideoError = () => new TranscodeError('noVideo', 'the file has no video')

const toProducedFile = (
  { file, mimeType }: RemuxResult,
  { width, height }: Pick<ProducedFile, 'width' | 'height'>,
): ProducedFile => ({ ...{ name: file, kind: 'remux', mimeType, width, height } })

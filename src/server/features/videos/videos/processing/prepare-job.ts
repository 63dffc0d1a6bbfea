import type { Executor } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { TranscodeError, isTaskTimeout } from '#server/transcoding/transcode-error.ts'
import { MAX_VIDEO_SECONDS, type ResultOf, type TaskOf, type TranscodeProblem } from '#transcode/protocol.ts'
import { recordPublication } from '../publication.ts'
import { playableFiles } from '../files/video-files.ts'
import { PREPARATION_SHARE, continueWith } from './encode-quality.ts'
import type { EncodingCosts } from './duration-classes.ts'
import { failVideo } from './failures.ts'
import { enqueuePictures, enqueueSlowProcessing, prepareSlowVideoJob, prepareVideoJob } from './jobs.ts'
import { isPermanent, processVideo } from './process-video.ts'
import type { ProcessingDependencies, ProcessingRun, ProducedFile } from './processing-run.ts'
import { type Source, firstQuality, planQualities, storedQualities } from './qualities.ts'
import { markPlayable, setFacts } from './queries.ts'

/**
 * Makes a video playable by a copy, and enqueues its pictures and qualities; the first quality makes a video playable that
 * cannot be copied. Each step stores its result, and is left out when that is stored: an
 * attempt continues where the one before was killed.
 */
export function prepareVideoHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(prepareVideoJob, ({ videoId }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      ...QUICK,
      work: async (run) => (isLarge(run) ? prepareSlowly(dependencies, videoId) : prepare(run)),
      giveUp: (video, error) =>
        isTaskTimeout(error) ? prepareSlowly(dependencies, videoId) : failVideo(dependencies, video, error),
    }),
  )
}

/** The same without a short time limit, for a large file or one that is costly to read. */
export function prepareSlowVideoHandler(dependencies: ProcessingDependencies): JobHandler {
  return handleJob(prepareSlowVideoJob, ({ videoId }, jobRun) =>
    processVideo(dependencies, {
      videoId,
      jobRun,
      work: prepare,
      giveUp: (video, error) => failVideo(dependencies, video, error),
    }),
  )
}

/**
 * The limits of a task until a video can be watched: in processor time, several times that of a clip from a phone. On a busy
 * machine everything takes longer, and is not slow for that.
 */
const QUICK = { maxTaskMs: 5000, maxTaskCpuMs: 800, niceness: 5 }
/** A slow disk copies this much in that time. */
const MAX_QUICK_BYTES = 128 * 1024 ** 2

const isLarge = ({ files }: ProcessingRun) =>
  files.some(({ kind, size }) => kind === 'original' && size > MAX_QUICK_BYTES)

const prepareSlowly = ({ db, nodeId }: ProcessingDependencies, videoId: string) =>
  db.transaction((tx) => enqueueSlowProcessing(tx, nodeId, videoId))

async function prepare(run: ProcessingRun): Promise<void> {
  run.progress.report(0)
  const isPlayable = playableFiles(run.files).length > 0
  const copy = isPlayable ? null : await remux(run)
  const source = await storeFacts(run, copy?.probed ?? (await probe(run)))
  run.progress.report(PREPARATION_SHARE / 2)
  const qualities = planQualities(source)
  if (!isPlayable && !copy) return continueWithFirst(run, source, qualities)
  await run.store(copy ? [copyOf(copy, source)] : [], (tx) => becomeReady(tx, run, source, qualities))
}

type Copy = ResultOf<TaskOf<'remux'>>
type Probed = Copy['probed']
type ProbedSource = Source & { frameRate: number | undefined }

const probe = (run: ProcessingRun): Promise<Probed> =>
  run.transcode({ type: 'probe', input: run.input }, run.video.duration)

/** Problems that encoding does not solve. */
const IS_FINAL: readonly TranscodeProblem[] = ['repeatsData', 'overAllowance']

/** Returns null for a file that browsers do not play, or that is no video. */
async function remux(run: ProcessingRun): Promise<Copy | null> {
  const task = { type: 'remux', input: run.input, folder: run.folder.path, name: 'video' } as const
  try {
    // Before a file is read, it may be as long as a video can be.
    return await run.transcode(task, MAX_VIDEO_SECONDS)
  } catch (error) {
    if (isPermanent(error) && !isTaskTimeout(error) && !IS_FINAL.includes(error.problem)) return null
    throw error
  }
}

const copyOf = ({ file, mimeType }: Copy, { width, height }: Source): ProducedFile => ({
  ...{ name: file, kind: 'remux', mimeType, width, height },
})

async function storeFacts(
  run: ProcessingRun,
  { duration, video, audio, hasUnreadableAudio }: Probed,
): Promise<ProbedSource> {
  const { video: row } = run
  const original = run.files.find(({ kind }) => kind === 'original')
  if (!original || (!video && isUpload(run))) throw new TranscodeError('noVideo', 'the file has no video')
  const notice = hasUnreadableAudio ? 'unreadableAudio' : null
  const codecs = [video?.codec, audio?.codec].filter(Boolean).join(',')
  // Those of a recording are known from all of its frames, which may differ from the first one.
  const facts = isUpload(run)
    ? { duration, width: video?.width ?? null, height: video?.height ?? null }
    : { duration: row.duration, width: row.width, height: row.height }
  await run.store([], (tx) => setFacts(tx, original, { ...facts, notice, codecs }))
  return { ...facts, hasAudio: audio !== null, frameRate: video?.frameRate }
}

/** An upload may contain private data: it is never played itself, unlike a recording. */
function isUpload({ files }: ProcessingRun): boolean {
  return files.some(({ kind, uploadId }) => kind === 'original' && uploadId !== null)
}

/**
 * Enqueues the quality that makes a video playable whose tracks browsers do not play, with the others after it. Encoding
 * may take hours, in which the preparation of other videos must not wait.
 */
async function continueWithFirst(
  run: ProcessingRun,
  source: ProbedSource,
  qualities: readonly string[],
): Promise<void> {
  const first = firstQuality(qualities, source)
  if (first === undefined) throw new TranscodeError('noVideo', 'the file has no video')
  const remaining = [first, ...qualities.filter((quality) => quality !== first)]
  const { nodeId } = run.dependencies
  const subject = { nodeId, videoId: run.video.id, source, costs: costsOf(source) }
  await run.store([], async (tx) => {
    await enqueuePictures(tx, nodeId, run.video.id)
    await continueWith(tx, subject, { stored: [], remaining }, 'first')
  })
}

async function becomeReady(
  tx: Executor,
  run: ProcessingRun,
  source: ProbedSource,
  qualities: readonly string[],
): Promise<void> {
  await markPlayable(tx, run.video.id)
  await recordPublication(run.dependencies, tx, run.video.id)
  const stored = storedQualities(run.files)
  const remaining = qualities.filter((quality) => !stored.includes(quality))
  const { nodeId } = run.dependencies
  await enqueuePictures(tx, nodeId, run.video.id)
  const subject = { nodeId, videoId: run.video.id, source, costs: costsOf(source) }
  await continueWith(tx, subject, { stored, remaining })
}

const costsOf = ({ frameRate }: ProbedSource): EncodingCosts => (frameRate === undefined ? {} : { frameRate })

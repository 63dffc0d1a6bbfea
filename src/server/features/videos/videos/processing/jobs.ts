import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Executor } from '#server/db/executor.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { type LocalJob, defineLocalJob } from '#server/jobs/job.ts'
import {
  DURATION_CLASSES,
  type DurationClass,
  type EncodingPlan,
  QUALITY,
  encodingCosts,
} from './qualities.ts'
import { processingPriorityOf, recordProcessingStart, setProgress } from './queries.ts'

const RETRIES = { attempts: 5, backoffSeconds: [10, 60, 600] as const }
const videoPayload = z.object({ videoId: id })

/**
 * Probes the original of a video, and remuxes it if browsers play its tracks. A video that takes longer than a few seconds
 * is moved to the queue of slow videos, so that it does not delay others.
 */
export const prepareVideoJob = defineLocalJob({
  ...{ name: 'videos.prepare', payload: videoPayload, ...RETRIES },
  queue: { name: 'videos', concurrency: 1 },
})

export const prepareSlowVideoJob = defineLocalJob({
  ...prepareVideoJob,
  name: 'videos.prepareSlow',
  queue: { name: 'slowVideos', concurrency: 1 },
})

/** Enqueues the processing of a video on the node that has its original, within a transaction. */
export async function enqueueProcessing(
  tx: Executor,
  { nodeId, videoId }: { nodeId: string; videoId: string },
): Promise<void> {
  await recordProcessingStart(tx, videoId)
  await enqueueFairly(tx, nodeId, prepareVideoJob, { videoId })
}

/** Enqueues the same in the queue of slow videos. */
export function enqueueSlowProcessing(tx: Executor, nodeId: string, videoId: string): Promise<void> {
  return enqueueFairly(tx, nodeId, prepareSlowVideoJob, { videoId })
}

/** Makes the poster and the preview image, which a video can be watched without. */
export const makePicturesJob = defineLocalJob({
  ...{ name: 'videos.pictures', payload: videoPayload, ...RETRIES },
  queue: { name: 'pictures', concurrency: 1 },
})

const qualitiesOfVideo = z.object({
  videoId: id,
  qualities: z.array(z.string().check(z.regex(QUALITY))),
  ...encodingCosts.shape,
})
export type QualitiesOfVideo = z.output<typeof qualitiesOfVideo>
export type EncodeJob = LocalJob<QualitiesOfVideo>

/**
 * Encodes the first of these qualities, then enqueues the others, so that other videos are encoded in between. The first
 * quality of a video that cannot be remuxed makes it playable. It has its own queues, and does not wait for the qualities of
 * playable videos. Each duration class has a queue: a short encoding does not wait for a long one.
 */
export const ENCODE_JOBS: Record<'first' | 'next', Record<DurationClass, EncodeJob>> = {
  first: {
    short: defineEncodeJob('videos.firstQuality', 'firstQualities'),
    medium: defineEncodeJob('videos.mediumFirstQuality', 'mediumFirstQualities'),
    long: defineEncodeJob('videos.longFirstQuality', 'longFirstQualities'),
  },
  next: {
    short: defineEncodeJob('videos.rendition', 'renditions'),
    medium: defineEncodeJob('videos.mediumRendition', 'mediumRenditions'),
    long: defineEncodeJob('videos.longRendition', 'longRenditions'),
  },
}

function defineEncodeJob(name: string, queue: string): EncodeJob {
  return defineLocalJob({
    ...{ name, payload: qualitiesOfVideo, ...RETRIES },
    queue: { name: queue, concurrency: 1 },
  })
}

/** Enqueues the encoding of the first of these qualities on the node that has the original, within a transaction. */
export async function enqueueQualities(
  tx: Executor,
  nodeId: string,
  payload: QualitiesOfVideo,
  { kind, durationClass }: { kind: 'first' | 'next'; durationClass: DurationClass },
): Promise<void> {
  await enqueueFairly(tx, nodeId, ENCODE_JOBS[kind][durationClass], payload)
}

/** Enqueues the next encodings, or ends the processing, within the transaction that stores the previous files. */
export async function enqueueEncodings(
  tx: Executor,
  nodeId: string,
  videoId: string,
  plan: EncodingPlan | null,
): Promise<void> {
  await setProgress(tx, videoId, plan && plan.percent)
  if (plan) await enqueueQualities(tx, nodeId, { videoId, qualities: plan.qualities, ...plan.costs }, plan)
}

/** Enqueues the jobs after the preparation of a video: its pictures, and its encodings. */
export async function enqueueAfterPreparation(
  tx: Executor,
  nodeId: string,
  videoId: string,
  plan: EncodingPlan | null,
): Promise<void> {
  await enqueueFairly(tx, nodeId, makePicturesJob, { videoId })
  await enqueueEncodings(tx, nodeId, videoId, plan)
}

/** All encoding jobs, with their kind and duration class. */
export const listEncodeJobs = () =>
  (['first', 'next'] as const).flatMap((kind) =>
    DURATION_CLASSES.map((durationClass) => ({ kind, durationClass, job: ENCODE_JOBS[kind][durationClass] })),
  )

/** Renders the frame at `posterAt` as the poster of a video; has no effect on one with an uploaded thumbnail. */
export const renderPosterJob = defineLocalJob({
  ...{ name: 'videos.poster', payload: videoPayload, ...RETRIES },
  // Separate from the other pictures, so that a new poster does not wait for other videos.
  queue: { name: 'posters', concurrency: 1 },
})

/** Enqueues a new poster of a video on the node that has its original, within a transaction. */
export function enqueuePoster(
  tx: Executor,
  { nodeId, videoId }: { nodeId: string; videoId: string },
): Promise<void> {
  return enqueueOnNode(tx, nodeId, renderPosterJob, { videoId }, { key: videoId })
}

/** A creator's second video waits for the first ones of all other creators, so that many videos of one delay nobody else. */
async function enqueueFairly<Payload extends { videoId: string }>(
  tx: Executor,
  nodeId: string,
  job: LocalJob<Payload>,
  payload: Payload,
): Promise<void> {
  const { videoId } = payload
  const priority = await processingPriorityOf(tx, videoId)
  await enqueueOnNode(tx, nodeId, job, payload, { key: videoId, priority })
}

import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Executor } from '#server/db/executor.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { type LocalJob, defineLocalJob } from '#server/jobs/job.ts'
import { countProcessedBefore, findProcessed } from './queries.ts'
import { QUALITY } from './qualities.ts'

/** Reads the original of a video, makes its poster, its preview image, and a copy to play where browsers play its tracks. */
export const prepareVideoJob = defineLocalJob({
  name: 'videos.prepare',
  payload: z.object({ videoId: id }),
  attempts: 5,
  backoffSeconds: [10, 60, 600],
  queue: { name: 'videos', concurrency: 1 },
})

/** Enqueues the processing of a video on the node that has its original, within a transaction. */
export function enqueueProcessing(
  tx: Executor,
  { nodeId, videoId }: { nodeId: string; videoId: string },
): Promise<void> {
  return enqueueInTurn(tx, nodeId, prepareVideoJob, { videoId })
}

const qualitiesOfVideo = z.object({ videoId: id, qualities: z.array(z.string().check(z.regex(QUALITY))) })
type QualitiesOfVideo = z.output<typeof qualitiesOfVideo>

/** Encodes the first of these qualities, which makes the video playable, then enqueues the others. */
export const encodeFirstQualityJob = defineLocalJob({
  name: 'videos.firstQuality',
  payload: qualitiesOfVideo,
  attempts: 5,
  backoffSeconds: [10, 60, 600],
  // Separate from both others: it takes long, but makes the video wait for no quality of a video that plays already.
  queue: { name: 'firstQualities', concurrency: 1 },
})

/** The same for a long video, in a queue of its own: short videos do not wait for its end. */
export const encodeLongFirstQualityJob = defineLocalJob({
  ...encodeFirstQualityJob,
  name: 'videos.longFirstQuality',
  queue: { name: 'longFirstQualities', concurrency: 1 },
})

/** Even a small file may take hours: a frame that is shown for ten hours is encoded as often as it is shown. */
const LONG_SECONDS = 10 * 60

/** Enqueues the encoding of the quality that makes a video playable, and of the others, within a transaction. */
export async function enqueueFirstQuality(
  tx: Executor,
  nodeId: string,
  payload: QualitiesOfVideo,
): Promise<void> {
  const video = await findProcessed(tx, payload.videoId)
  const isLong = (video?.duration ?? 0) > LONG_SECONDS
  await enqueueInTurn(tx, nodeId, isLong ? encodeLongFirstQualityJob : encodeFirstQualityJob, payload)
}

/** Encodes the first of these qualities, then enqueues the others: other videos take their turn in between. */
export const encodeRenditionJob = defineLocalJob({
  name: 'videos.rendition',
  payload: qualitiesOfVideo,
  attempts: 5,
  backoffSeconds: [10, 60, 600],
  // Separate from the preparation, so that a video does not wait for the qualities of others to become playable.
  queue: { name: 'renditions', concurrency: 1 },
})

/** Enqueues the encoding of qualities, one after the other, on the node that has the original, within a transaction. */
export function enqueueRenditions(tx: Executor, nodeId: string, payload: QualitiesOfVideo): Promise<void> {
  return enqueueInTurn(tx, nodeId, encodeRenditionJob, payload)
}

/** Renders the frame at `posterAt` as the poster of a video; has no effect on one with an uploaded thumbnail. */
export const renderPosterJob = defineLocalJob({
  name: 'videos.poster',
  payload: z.object({ videoId: id }),
  attempts: 5,
  backoffSeconds: [10, 60, 600],
  // Separate from the preparation, so that a new poster does not wait for other videos.
  queue: { name: 'posters', concurrency: 1 },
})

/** Enqueues a new poster of a video on the node that has its original, within a transaction. */
export function enqueuePoster(
  tx: Executor,
  { nodeId, videoId }: { nodeId: string; videoId: string },
): Promise<void> {
  return enqueueOnNode(tx, nodeId, renderPosterJob, { videoId }, { key: videoId })
}

/** A creator's second video waits for the first ones of all others, so that many videos of one delay nobody else's. */
async function enqueueInTurn<Payload extends { videoId: string }>(
  tx: Executor,
  nodeId: string,
  job: LocalJob<Payload>,
  payload: Payload,
): Promise<void> {
  const { videoId } = payload
  const priority = await countProcessedBefore(tx, videoId)
  await enqueueOnNode(tx, nodeId, job, payload, { key: videoId, priority })
}

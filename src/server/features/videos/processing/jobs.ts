import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Executor } from '#server/db/executor.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { defineLocalJob } from '#server/jobs/job.ts'
import { QUALITY } from './qualities.ts'

/** Makes a video playable: reads its original, makes its poster, its preview image and the first file to play. */
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
  return enqueueOnNode(tx, nodeId, prepareVideoJob, { videoId }, { key: videoId })
}

/** Encodes the first of these qualities, then enqueues the others: other videos take their turn in between. */
export const encodeRenditionJob = defineLocalJob({
  name: 'videos.rendition',
  payload: z.object({ videoId: id, qualities: z.array(z.string().check(z.regex(QUALITY))) }),
  attempts: 5,
  backoffSeconds: [10, 60, 600],
  // Separate from the preparation, so that a video does not wait for the qualities of others to become playable.
  queue: { name: 'renditions', concurrency: 1 },
})

/** Enqueues the encoding of qualities, one after the other, on the node that has the original, within a transaction. */
export function enqueueRenditions(
  tx: Executor,
  nodeId: string,
  payload: { videoId: string; qualities: string[] },
): Promise<void> {
  return enqueueOnNode(tx, nodeId, encodeRenditionJob, payload, { key: payload.videoId })
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

import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Executor } from '#server/db/executor.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { defineLocalJob } from '#server/jobs/job.ts'

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

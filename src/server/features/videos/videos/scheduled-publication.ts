import { z } from 'zod/mini'
import { id, instant } from '#shared/fields.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { publishDue } from './publication-queries.ts'
import { recordPublication } from './publication.ts'
import { publishVideoChanges } from './video-changes.ts'

/**
 * Publishes a draft at its scheduled time, even if the creator has no Creator Pro any more. Has no effect if the time was
 * changed or cancelled.
 */
const publishScheduledJob = defineJob({
  name: 'videos.publish',
  payload: z.object({ videoId: id, publishAt: instant }),
  // Retries for about a day.
  attempts: 300,
  backoffSeconds: [1, 5, 30, 300],
})

/** Enqueues the publication of a draft, within the transaction that stores its time; replaces an earlier schedule. */
export async function enqueuePublication(tx: Executor, videoId: string, publishAt: Date): Promise<void> {
  const payload = { videoId, publishAt: publishAt.toISOString() }
  await enqueue(tx, publishScheduledJob, payload, { key: videoId, runAt: publishAt })
}

export const publishScheduledHandler = (
  dependencies: Pick<Context, 'db' | 'events' | 'publish'>,
): JobHandler =>
  handleJob(publishScheduledJob, async ({ videoId, publishAt }) => {
    await dependencies.db.transaction(async (tx) => {
      const creatorId = await publishDue(tx, videoId, new Date(publishAt))
      if (creatorId === undefined) return
      await recordPublication(dependencies, tx, videoId)
      publishVideoChanges(dependencies, tx, creatorId, [videoId])
    })
  })

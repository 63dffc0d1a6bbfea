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
 * Publishes a draft at the time that its creator has chosen, whether the creator still has Creator Pro or not. Has no effect on
 * a video whose time was changed or cancelled.
 */
const publishScheduledJob = defineJob({
  name: 'videos.publish',
  payload: z.object({ videoId: id, publishAt: instant }),
  // For a day.
  attempts: 300,
  backoffSeconds: [1, 5, 30, 300],
})

/** Enqueues the publication of a draft, within the transaction that stores its time; replaces the one of an earlier time. */
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

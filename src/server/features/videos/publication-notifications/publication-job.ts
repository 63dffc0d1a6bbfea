import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import type { Executor } from '#server/db/executor.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { QUIET_MS } from '#server/features/notifications/notifications/notification-event.ts'
import { findPublication, lockPublications, openVideoNotifications } from './publication-queries.ts'
import { publishOpened } from '#server/features/notifications/notifications/notify.ts'

/** Notifies followers of a creator's new public videos, at most once an hour. Repeating it notifies nobody twice. */
const notifyOfVideos = defineJob({
  name: 'notifications.videos',
  payload: z.object({ creatorId: id }),
  ...RETRIES.delivery,
  // Each opens notifications for up to millions of followers.
  queue: { name: 'publications', concurrency: 3 },
})

/** Enqueues the announcement of a creator's new videos; waiting announcements are merged. */
export async function announceVideos(tx: Executor, creatorId: string, runAt?: Date): Promise<void> {
  await enqueue(tx, notifyOfVideos, { creatorId }, { key: creatorId, ...(runAt && { runAt }) })
}

/** Recipients per transaction. */
const BATCH_SIZE = 1000
/** Sorts before every other id. */
const MIN_ID = '00000000-0000-0000-0000-000000000000'

export const publicationJobHandler = ({ db, publish }: Pick<Context, 'db' | 'publish'>): JobHandler =>
  handleJob(notifyOfVideos, async ({ creatorId }, { signal }) => {
    const publication = await findPublication(db, creatorId, new Date(Date.now() - QUIET_MS))
    if (!publication) return
    const { lastAnnouncedAt } = publication
    // The videos of the current hour are announced together when it is over.
    if (lastAnnouncedAt) return announceVideos(db, creatorId, new Date(lastAnnouncedAt.getTime() + QUIET_MS))
    let after: string | null = MIN_ID
    while (after !== null) {
      signal.throwIfAborted()
      const batch = { after, limit: BATCH_SIZE }
      after = await db.transaction(async (tx) => {
        await lockPublications(tx, creatorId)
        const { ids, next } = await openVideoNotifications(tx, publication, batch)
        publishOpened({ publish }, tx, ids)
        return next
      })
    }
  })

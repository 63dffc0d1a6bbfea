import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import { publishOpened } from '#server/features/notifications/notifications/notify.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { lockUnsentAnnouncement, openAnnouncements, updateProgress } from './queries.ts'

/** Notifies all active users of an announcement. Repeating it continues after the latest batch. */
export const sendAnnouncementJob = defineJob({
  name: 'announcements.send',
  payload: z.object({ announcementId: id }),
  ...RETRIES.delivery,
  // One announcement is sent after the other.
  queue: { name: 'announcements', concurrency: 1 },
})

/** Recipients per transaction. */
const BATCH_SIZE = 1000

export const announcementJobHandler = (dependencies: Pick<Context, 'db' | 'publish'>): JobHandler =>
  handleJob(sendAnnouncementJob, async ({ announcementId }, { signal }) => {
    let isFinished = false
    while (!isFinished) {
      signal.throwIfAborted()
      isFinished = await sendBatch(dependencies, announcementId)
    }
  })

/**
 * Notifies the next users, and stores the progress in the same transaction: after a crash the next attempt neither repeats
 * nor skips a user. Returns true after the last batch. Publishes to the notified users with an open page, a hundred at a time
 * (`notificationsChanged`).
 */
function sendBatch(dependencies: Pick<Context, 'db' | 'publish'>, announcementId: string): Promise<boolean> {
  return dependencies.db.transaction(async (tx) => {
    const announcement = await lockUnsentAnnouncement(tx, announcementId)
    if (!announcement) return true
    const { ids, lastUserId, usersCount } = await openAnnouncements(tx, {
      ...announcement,
      limit: BATCH_SIZE,
    })
    const isFinished = usersCount < BATCH_SIZE
    await updateProgress(tx, announcementId, { sentCount: ids.length, lastUserId, isFinished })
    publishOpened(dependencies, tx, ids)
    return isFinished
  })
}

import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import { clearReminders } from '#server/features/live/stream-schedule/reminder-queries.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { QUIET_MS } from '#server/features/notifications/notifications/notification-event.ts'
import { publishOpened } from '#server/features/notifications/notifications/notify.ts'
import { type Start, findStart, lockStarts, openForFollowers, openForReminders } from './start-queries.ts'

/**
 * Notifies followers of the start of a public stream, and users with a reminder of any start. Repeating it notifies
 * nobody twice.
 */
export const notifyOfStart = defineJob({
  name: 'notifications.start',
  payload: z.object({ streamId: id }),
  ...RETRIES.delivery,
  // Each opens notifications for up to millions of followers.
  queue: { name: 'starts', concurrency: 3 },
})

/** Recipients per transaction. */
const BATCH_SIZE = 1000
/** Sorts before every other id. */
const MIN_ID = '00000000-0000-0000-0000-000000000000'

type Dependencies = Pick<Context, 'db' | 'publish'>

export const startJobHandler = (dependencies: Dependencies): JobHandler =>
  handleJob(notifyOfStart, async ({ streamId }, { signal }) => {
    const { db } = dependencies
    const start = await findStart(db, streamId)
    if (!start) return
    await notifyAll(dependencies, start, openForReminders, signal)
    // After the reminders: a follower with a reminder has been notified and is skipped.
    if (start.isPublic) await notifyAll(dependencies, start, openForFollowers, signal)
    await clearReminders(db, streamId)
  })

async function notifyAll(
  dependencies: Dependencies,
  start: Start,
  open: typeof openForReminders,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(Date.now() - QUIET_MS)
  let after: string | null = MIN_ID
  while (after !== null) {
    signal.throwIfAborted()
    const batch = { ...start, since, after, limit: BATCH_SIZE }
    after = await dependencies.db.transaction(async (tx) => {
      // A concurrent start of the same streamer would not see these notifications, and would notify again.
      await lockStarts(tx, start.streamerId)
      const { ids, next } = await open(tx, batch)
      publishOpened(dependencies, tx, ids)
      return next
    })
  }
}

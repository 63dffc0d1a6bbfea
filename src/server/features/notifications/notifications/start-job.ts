import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import type { Db } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import { clearReminders } from '#server/features/live/stream-schedule/reminder-queries.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { QUIET_MS } from './notification-event.ts'
import { deliverNotifications } from './notify.ts'
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

export const startJobHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(notifyOfStart, async ({ streamId }, { signal }) => {
    const start = await findStart(db, streamId)
    if (!start) return
    await notifyAll(db, start, openForReminders, signal)
    // After the reminders: a follower with a reminder has been notified and is skipped.
    if (start.isPublic) await notifyAll(db, start, openForFollowers, signal)
    await clearReminders(db, streamId)
  })

/** Delivers notifications that a job has opened to the sockets of this node. Returns the function that stops it. */
export function deliverFromJobs(
  dependencies: Pick<Context, 'db' | 'hub' | 'log' | 'rowChanges'>,
): () => void {
  return dependencies.rowChanges.on('notifications', (ids) =>
    deliverNotifications(
      dependencies,
      ids.split(',').map((each) => ({ kind: 'opened', id: each })),
    ),
  )
}

async function notifyAll(
  db: Db,
  start: Start,
  open: typeof openForReminders,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(Date.now() - QUIET_MS)
  let after: string | null = MIN_ID
  while (after !== null) {
    signal.throwIfAborted()
    const batch = { ...start, since, after, limit: BATCH_SIZE }
    after = await db.transaction(async (tx) => {
      // A concurrent start of the same streamer would not see these notifications, and would notify again.
      await lockStarts(tx, start.streamerId)
      const { ids, next } = await open(tx, batch)
      await notifyNodes(tx, 'notifications', ids)
      return next
    })
  }
}

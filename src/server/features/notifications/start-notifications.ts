import type { Context } from '#server/feature.ts'
import { clearReminders } from '#server/features/stream-schedule/reminder-queries.ts'
import { STREAMS_TOPIC } from '#server/features/streams/topics.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { findStart, openForReminders, openForFollowers } from './start-queries.ts'
import { QUIET_MS } from './notification-event.ts'
import { deliverNotifications } from './notify.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'>

/** Recipients per statement. */
const BATCH_SIZE = 1000
/** Sorts before every other id. */
const MIN_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Notifies followers when a public stream starts, and users with a reminder when any stream starts, in the background.
 * Returns the function that stops it.
 */
export function subscribeToStarts(dependencies: Dependencies): () => Promise<void> {
  const tasks = new Set<Promise<void>>()
  const abort = new AbortController()
  const unsubscribe = dependencies.hub.subscribe(STREAMS_TOPIC, (message) => {
    if (message.type !== 'stream_started') return
    const task = notifyOfStart(dependencies, message.streamId, abort.signal)
      .catch((error: unknown) => {
        dependencies.log.error(
          { err: error, streamId: message.streamId },
          'followers were not notified of a start',
        )
      })
      .finally(() => tasks.delete(task))
    tasks.add(task)
  })
  return async () => {
    unsubscribe()
    abort.abort()
    await Promise.all(tasks)
  }
}

async function notifyOfStart(
  dependencies: Dependencies,
  streamId: string,
  signal: AbortSignal,
): Promise<void> {
  const start = await findStart(dependencies.db, streamId)
  // Concurrent starts of a streamer would not see each other's notifications and would notify twice.
  if (start)
    await serializeBy(start.streamerId, 'starts', () => notifyRecipients(dependencies, start, signal))
}

type Start = NonNullable<Awaited<ReturnType<typeof findStart>>>

async function notifyRecipients(
  dependencies: Dependencies,
  start: Start,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(Date.now() - QUIET_MS)
  const notifyAll = async (open: typeof openForReminders) => {
    let after: string | null = MIN_ID
    while (after !== null && !signal.aborted) {
      const batch = await open(dependencies.db, { ...start, since, after, limit: BATCH_SIZE })
      deliverNotifications(
        dependencies,
        batch.ids.map((id) => ({ kind: 'opened', id })),
      )
      after = batch.next
    }
  }
  await notifyAll(openForReminders)
  // After the reminders: a follower with a reminder has been notified and is skipped.
  if (start.isPublic) await notifyAll(openForFollowers)
  if (!signal.aborted) await clearReminders(dependencies.db, start.streamId)
}

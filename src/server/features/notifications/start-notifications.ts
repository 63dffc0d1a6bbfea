import type { Context } from '#server/feature.ts'
import { clearReminders } from '#server/features/stream-schedule/reminder-queries.ts'
import { STREAMS_TOPIC } from '#server/features/streams/topics.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { findStart, openForReminders, openForFollowers } from './start-queries.ts'
import { QUIET_MS } from './notification-event.ts'
import { deliverNotifications } from './notify.ts'

type Parts = Pick<Context, 'db' | 'hub' | 'log'>

/** Members noted in one statement. */
const BATCH = 1000
/** An id that comes before every other. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Tells the followers of whoever goes live in public, and those who asked to be told. The start does not wait for it,
 * however many they are. Answers the function that ends it.
 */
export function subscribeToStarts(parts: Parts): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const unsubscribe = parts.hub.subscribe(STREAMS_TOPIC, (message) => {
    if (message.type !== 'stream_started') return
    const work = noteStart(parts, message.streamId, stopping.signal)
      .catch((error: unknown) => {
        parts.log.error({ err: error, streamId: message.streamId }, 'followers were not told of a start')
      })
      .finally(() => running.delete(work))
    running.add(work)
  })
  return async () => {
    unsubscribe()
    stopping.abort()
    await Promise.all(running)
  }
}

async function noteStart(parts: Parts, streamId: string, signal: AbortSignal): Promise<void> {
  const start = await findStart(parts.db, streamId)
  // Two at once would not see each other's notifications, and ring twice.
  if (start) await serializeBy(start.streamerId, 'starts', () => tellStart(parts, start, signal))
}

type Start = NonNullable<Awaited<ReturnType<typeof findStart>>>

async function tellStart(parts: Parts, start: Start, signal: AbortSignal): Promise<void> {
  const since = new Date(Date.now() - QUIET_MS)
  const tellAll = async (open: typeof openForReminders) => {
    let after: string | null = BEFORE_ALL
    while (after !== null && !signal.aborted) {
      const batch = await open(parts.db, { ...start, since, after, limit: BATCH })
      deliverNotifications(
        parts,
        batch.ids.map((id) => ({ id, goneFrom: null })),
      )
      after = batch.next
    }
  }
  await tellAll(openForReminders)
  // Who follows and asked has been told by now.
  if (start.isPublic) await tellAll(openForFollowers)
  if (!signal.aborted) await clearReminders(parts.db, start.streamId)
}

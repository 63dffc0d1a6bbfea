import { and, desc, eq, sql } from 'drizzle-orm'
import { STARTS_BEFORE_MS } from '#shared/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import { hasNotBegun, milliseconds } from '#server/features/stream-schedule/announced-queries.ts'
import { streams } from './schema.ts'

/** The member's stream that is live, else the newest one that waits for its start and is not announced for later. */
export async function findReady(db: Executor, streamerId: string): Promise<string | undefined> {
  const isForLater = sql`${streams.scheduledFor} > now() + ${milliseconds(STARTS_BEFORE_MS)}`
  const waits = sql`(${streams.startedAt} is null or ${hasNotBegun}) and (${isForLater}) is not true`
  const [row] = await db
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.streamerId, streamerId), sql`(${streams.isLive} or (${waits}))`))
    .orderBy(desc(streams.isLive), desc(streams.id))
    .limit(1)
  return row?.id
}

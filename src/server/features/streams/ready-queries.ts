import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { MAX_EARLY_START_MS } from '#shared/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import { isUpcoming, milliseconds } from '#server/features/stream-schedule/announced-queries.ts'
import { streams } from './schema.ts'

/** Returns the user's live stream, or else the newest one that can start now (not announced for later). */
export async function findReadyStreamId(db: Executor, streamerId: string): Promise<string | undefined> {
  const isForLater = sql`${streams.scheduledFor} > now() + ${milliseconds(MAX_EARLY_START_MS)}`
  const canStart = sql`(${streams.startedAt} is null or ${isUpcoming}) and (${isForLater}) is not true`
  const [row] = await db
    .select({ id: streams.id })
    .from(streams)
    .where(
      and(
        eq(streams.streamerId, streamerId),
        isNull(streams.hiddenAt),
        sql`(${streams.isLive} or (${canStart}))`,
      ),
    )
    .orderBy(desc(streams.isLive), desc(streams.id))
    .limit(1)
  return row?.id
}

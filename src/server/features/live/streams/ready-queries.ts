import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { GO_LIVE_AHEAD_MS } from '#shared/live/streams.ts'
import type { Executor } from '#server/db/executor.ts'
import { isUpcoming, milliseconds } from '#server/features/live/streams/announced-queries.ts'
import { type StreamRow, streams } from './schema.ts'

/** Returns the user's live stream, or else the next stream that is announced within 12 hours. */
export async function findReadyStreamId(db: Executor, streamerId: string): Promise<string | undefined> {
  const isNear = sql`${streams.scheduledFor} <= now() + ${milliseconds(GO_LIVE_AHEAD_MS)}`
  const [row] = await db
    .select({ id: streams.id })
    .from(streams)
    .where(
      and(
        eq(streams.streamerId, streamerId),
        isNull(streams.hiddenAt),
        sql`(${streams.isLive} or (${isUpcoming} and ${isNear}))`,
      ),
    )
    .orderBy(desc(streams.isLive), asc(streams.scheduledFor), desc(streams.id))
    .limit(1)
  return row?.id
}

/** Startable streams returned at most. */
const MAX_STARTABLE_STREAMS = 20

export type StartableStreamRow = Pick<StreamRow, 'id' | 'title' | 'createdAt' | 'scheduledFor'>

/** Returns the newest of the user's streams that can start. Excludes ended streams, which would keep their old chat and figures. */
export function listStartableStreams(db: Executor, streamerId: string): Promise<StartableStreamRow[]> {
  return db
    .select({
      id: streams.id,
      title: streams.title,
      createdAt: streams.createdAt,
      scheduledFor: streams.scheduledFor,
    })
    .from(streams)
    .where(
      and(
        eq(streams.streamerId, streamerId),
        isNull(streams.hiddenAt),
        or(isNull(streams.startedAt), sql`(${isUpcoming})`),
      ),
    )
    .orderBy(desc(streams.id))
    .limit(MAX_STARTABLE_STREAMS)
}

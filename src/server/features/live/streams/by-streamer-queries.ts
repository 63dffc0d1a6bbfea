import { type SQL, and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { notBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { isListedFor } from '#server/features/live/streams/announced-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type StreamWithStreamer, selectStreams } from './queries.ts'
import { streams } from './schema.ts'

type Page = { limit: number }

/** Returns a user's streams, newest first. Lists private streams, and streams that are neither started nor announced, only for their owner. */
export function listByStreamer(
  db: Executor,
  streamerId: string,
  requester: Caller | null,
  { limit, afterId }: Page & { afterId?: string | undefined },
): Promise<StreamWithStreamer[]> {
  return selectStreams(db, requester)
    .where(and(isListed(streamerId, requester), afterId ? lt(streams.id, afterId) : undefined))
    .orderBy(desc(streams.id))
    .limit(limit)
}

/** Cursor of a list by the last broadcast. `startedAt` is null after the first stream that never started. */
export type LastBroadcast = { startedAt: Date | null; id: string }

/** As `listByStreamer`, ordered by the start of the last broadcast. Streams that never started follow, newest first. */
export function listByLastBroadcast(
  db: Executor,
  streamerId: string,
  requester: Caller | null,
  { limit, after }: Page & { after?: LastBroadcast | undefined },
): Promise<StreamWithStreamer[]> {
  return selectStreams(db, requester)
    .where(and(isListed(streamerId, requester), after && isAfter(after)))
    .orderBy(sql`${streams.startedAt} desc nulls last`, desc(streams.id))
    .limit(limit)
}

function isAfter({ startedAt, id }: LastBroadcast): SQL | undefined {
  if (!startedAt) return and(isNull(streams.startedAt), lt(streams.id, id))
  const isEarlier = sql`(${streams.startedAt}, ${streams.id}) < (${startedAt.toISOString()}::timestamptz, ${id}::uuid)`
  return or(isNull(streams.startedAt), isEarlier)
}

function isListed(streamerId: string, requester: Caller | null): SQL | undefined {
  return and(
    eq(streams.streamerId, streamerId),
    users.isActive,
    notBlocked(requester, sql`${streamerId}::uuid`),
    isNull(streams.hiddenAt),
    requester?.id === streamerId ? undefined : and(streams.isPublic, isListedFor(requester)),
  )
}

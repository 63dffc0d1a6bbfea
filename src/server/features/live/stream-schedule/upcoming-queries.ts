import { type SQL, and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { notBlocked, notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { isUpcoming } from '#server/features/live/streams/announced-queries.ts'
import { type StreamWithStreamer, selectStreams } from '#server/features/live/streams/queries.ts'
import { type StreamRow, streams } from '#server/features/live/streams/schema.ts'

/** Cursor of a list that is ordered by the announced time. */
export type ScheduleCursor = { scheduledFor: Date; id: string }

type UpcomingFilter = {
  categories?: readonly StreamRow['category'][] | undefined
  userId?: string | undefined
}

/**
 * Returns announced streams that have not started, the next one first. Private ones are listed only for their owner.
 */
export function listUpcoming(
  db: Executor,
  requester: Caller | null,
  { categories, userId }: UpcomingFilter,
  limit: number,
  after?: ScheduleCursor,
): Promise<StreamWithStreamer[]> {
  const isOwnList = userId !== undefined && userId === requester?.id
  return selectStreams(db, requester)
    .where(
      and(
        userId === undefined ? undefined : eq(streams.streamerId, userId),
        isOwnList ? undefined : streams.isPublic,
        users.isActive,
        userId === undefined
          ? notHidden(requester, streams.streamerId)
          : // A mute does not affect the list of a single user.
            notBlocked(requester, sql`${userId}::uuid`),
        isNull(streams.hiddenAt),
        categories && inArray(streams.category, [...categories]),
        isUpcoming,
        isAfter(after),
      ),
    )
    .orderBy(asc(streams.scheduledFor), asc(streams.id))
    .limit(limit)
}

function isAfter(after: ScheduleCursor | undefined): SQL | undefined {
  return (
    after &&
    sql`(${streams.scheduledFor}, ${streams.id}) > (${after.scheduledFor.toISOString()}::timestamptz, ${after.id}::uuid)`
  )
}

import { type SQL, and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { hasNotBegun } from './announced-queries.ts'
import { type StreamWithStreamer, selectStreams } from '#server/features/streams/queries.ts'
import { type StreamRow, streams } from '#server/features/streams/schema.ts'

/** Place in a list by the time that streams are announced for. */
export type ScheduledAfter = { scheduledFor: Date; id: string }

type Narrowed = { categories?: readonly StreamRow['category'][] | undefined; userId?: string | undefined }

/** Announced streams that have not begun, the next one first; a member's private ones for the member alone. */
export function listUpcoming(
  db: Executor,
  viewer: Caller | null,
  { categories, userId }: Narrowed,
  limit: number,
  after?: ScheduledAfter,
): Promise<StreamWithStreamer[]> {
  const isOwn = userId !== undefined && userId === viewer?.id
  return selectStreams(db, viewer)
    .where(
      and(
        userId === undefined ? undefined : eq(streams.streamerId, userId),
        isOwn ? undefined : streams.isPublic,
        users.isActive,
        categories && inArray(streams.category, [...categories]),
        hasNotBegun,
        scheduledAfter(after),
      ),
    )
    .orderBy(asc(streams.scheduledFor), asc(streams.id))
    .limit(limit)
}

function scheduledAfter(after: ScheduledAfter | undefined): SQL | undefined {
  return (
    after &&
    sql`(${streams.scheduledFor}, ${streams.id}) > (${after.scheduledFor.toISOString()}::timestamptz, ${after.id}::uuid)`
  )
}

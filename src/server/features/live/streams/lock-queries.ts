import { and, eq } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { visibleTo } from './queries.ts'
import { type StreamRow, streams } from './schema.ts'

/** Streamer and likes of a stream. */
export type LockedVisibleStream = Pick<StreamRow, 'id' | 'streamerId' | 'likesCount' | 'likesAtStart'>

/** Locks a stream that the requester may see until the transaction ends. */
export async function lockVisibleStream(
  tx: Executor,
  id: string,
  requester: Caller,
): Promise<LockedVisibleStream | undefined> {
  const [row] = await tx
    .select({
      id: streams.id,
      streamerId: streams.streamerId,
      likesCount: streams.likesCount,
      likesAtStart: streams.likesAtStart,
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.streamerId))
    .where(and(eq(streams.id, id), visibleTo(requester)))
    .for('no key update', { of: streams })
  return row
}

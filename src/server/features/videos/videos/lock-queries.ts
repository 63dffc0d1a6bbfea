import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import type { Likeable } from '#server/features/accounts/reactions/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { isVisibleToAll, visibleTo } from './queries.ts'
import { type VideoRow, videos } from './schema.ts'

/** Creator and like count of a video, and whether everyone can see it. */
export type LockedVisibleVideo = Pick<VideoRow, 'id' | 'creatorId' | 'likesCount'> & {
  isVisibleToAll: boolean
}

export const LIKEABLE_VIDEOS: Likeable = { kind: 'video', table: videos }

/**
 * Locks a video that the requester may see until the transaction ends. Every transaction that changes its likes or
 * comments locks it first: two of them cannot deadlock.
 */
export async function lockVisibleVideo(
  tx: Executor,
  id: string,
  requester: Caller,
): Promise<LockedVisibleVideo | undefined> {
  const [row] = await tx
    .select({
      id: videos.id,
      creatorId: videos.creatorId,
      likesCount: videos.likesCount,
      isVisibleToAll: sql<boolean>`${isVisibleToAll}`,
    })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.creatorId))
    .where(and(eq(videos.id, id), visibleTo(requester)))
    .for('no key update', { of: videos })
  return row
}

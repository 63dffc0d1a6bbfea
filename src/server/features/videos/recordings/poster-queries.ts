import { and, desc, eq, inArray, notLike } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { isVisibleToAll } from '#server/features/videos/videos/queries.ts'
import { videoFiles, videos } from '#server/features/videos/videos/schema.ts'

/** Returns the large poster of the newest public recording of each stream that has one. */
export async function listPosters(db: Executor, streamIds: readonly string[]) {
  const rows = await db
    .selectDistinctOn([videos.streamId], {
      streamId: videos.streamId,
      id: videos.id,
      filesVersion: videos.filesVersion,
      name: videoFiles.name,
    })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.creatorId))
    .innerJoin(videoFiles, eq(videoFiles.videoId, videos.id))
    .where(
      and(
        inArray(videos.streamId, [...streamIds]),
        isVisibleToAll,
        eq(videoFiles.kind, 'poster'),
        notLike(videoFiles.name, '%-small.webp'),
      ),
    )
    .orderBy(videos.streamId, desc(videos.id))
  return rows.flatMap(({ streamId, ...poster }) => (streamId === null ? [] : { streamId, ...poster }))
}

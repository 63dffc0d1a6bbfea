import { and, desc, eq, inArray, notLike } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
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
    .innerJoin(videoFiles, eq(videoFiles.videoId, videos.id))
    .where(
      and(
        inArray(videos.streamId, [...streamIds]),
        videos.isPublished,
        videos.isPublic,
        eq(videos.state, 'ready'),
        eq(videoFiles.kind, 'poster'),
        notLike(videoFiles.name, '%-small.webp'),
      ),
    )
    .orderBy(videos.streamId, desc(videos.id))
  return rows.flatMap(({ streamId, ...poster }) => (streamId === null ? [] : { streamId, ...poster }))
}

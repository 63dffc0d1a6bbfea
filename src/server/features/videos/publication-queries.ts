import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { videos } from './schema.ts'

/** Sets the time of publication of a public video that has none. Returns its creator's id; undefined for any other video. */
export async function setPublishedAt(tx: Executor, id: string): Promise<string | undefined> {
  const isVisibleToAll = and(videos.isPublished, videos.isPublic, eq(videos.state, 'ready'))
  const [row] = await tx
    .update(videos)
    .set({ publishedAt: sql`now()` })
    .where(and(eq(videos.id, id), isVisibleToAll, isNull(videos.publishedAt)))
    .returning({ creatorId: videos.creatorId })
  return row?.creatorId
}

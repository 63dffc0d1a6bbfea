import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { isTimedOut } from '#server/features/accounts/users/timed-out-queries.ts'
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

/**
 * Publishes a draft that is scheduled for `publishAt`; if its creator is timed out, clears the time instead. Returns its
 * creator's id; undefined if the draft has another time or none.
 */
export async function publishDue(tx: Executor, id: string, publishAt: Date): Promise<string | undefined> {
  const [row] = await tx
    .update(videos)
    .set({ isPublished: sql`not ${isTimedOut(videos.creatorId)}`, publishAt: null })
    .where(and(eq(videos.id, id), eq(videos.publishAt, publishAt)))
    .returning({ creatorId: videos.creatorId })
  return row?.creatorId
}

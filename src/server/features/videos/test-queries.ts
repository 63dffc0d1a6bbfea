import type { Executor } from '#server/db/executor.ts'
import { insertDraft } from './queries.ts'
import { videos } from './schema.ts'
import { eq } from 'drizzle-orm'

type VideoColumns = Partial<Omit<typeof videos.$inferInsert, 'id' | 'creatorId'>>

/** Stores a ready video, a draft unless `columns` override it. Returns its id. */
export async function storeVideo(
  db: Executor,
  creatorId: string,
  columns: VideoColumns = {},
): Promise<string> {
  const id = await insertDraft(db, {
    creatorId,
    title: 'Market morning',
    description: null,
    thumbnailUrl: null,
    category: 'Music',
    isPublic: true,
    streamId: null,
    recordedFrom: null,
  })
  await db
    .update(videos)
    .set({ state: 'ready', duration: 60, ...columns })
    .where(eq(videos.id, id))
  return id
}

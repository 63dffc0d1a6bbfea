import type { Executor } from '#server/db/executor.ts'
import { insertDraft } from './queries.ts'
import { videos } from './schema.ts'
import { eq } from 'drizzle-orm'

type Facts = Partial<Omit<typeof videos.$inferInsert, 'id' | 'creatorId'>>

/** A video that can be watched, a draft unless `facts` say otherwise; its id. */
export async function storeVideo(db: Executor, creatorId: string, facts: Facts = {}): Promise<string> {
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
    .set({ state: 'ready', duration: 60, ...facts })
    .where(eq(videos.id, id))
  return id
}

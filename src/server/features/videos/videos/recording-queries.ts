import { and, eq, ne } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { VideoFailure } from '#shared/videos/videos.ts'
import type { Executor } from '#server/db/executor.ts'
import { videoSearchWords } from './queries.ts'
import { type VideoRow, videos } from './schema.ts'

type NewDraft = Pick<
  VideoRow,
  | 'creatorId'
  | 'title'
  | 'description'
  | 'category'
  | 'isPublic'
  | 'isPublished'
  | 'streamId'
  | 'recordedFrom'
  | 'hiddenAt'
  | 'wasPublished'
>

/** Inserts a video whose file is still being assembled. Returns its id. */
export async function insertDraft(db: Executor, draft: NewDraft): Promise<string> {
  const id = v7()
  await db.insert(videos).values({
    ...draft,
    id,
    mimeType: 'video/webm',
    state: 'processing',
    search: videoSearchWords({ ...draft, tags: [] }),
  })
  return id
}

type ReadyColumns = Pick<
  VideoRow,
  'mimeType' | 'duration' | 'width' | 'height' | 'fileSize' | 'progress' | 'recordedFrom'
>

/** Marks a video as ready to watch. Returns false if it does not exist. */
export async function markReady(db: Executor, id: string, ready: ReadyColumns): Promise<boolean> {
  const rows = await db
    .update(videos)
    .set({ ...ready, state: 'ready', failure: null })
    .where(eq(videos.id, id))
    .returning({ id: videos.id })
  return rows.length > 0
}

/** Marks a video that is not ready as failed. Returns false if there is none. */
export async function markFailed(db: Executor, id: string, failure: VideoFailure): Promise<boolean> {
  const rows = await db
    .update(videos)
    .set({ state: 'failed', failure, progress: null })
    .where(and(eq(videos.id, id), ne(videos.state, 'ready')))
    .returning({ id: videos.id })
  return rows.length > 0
}

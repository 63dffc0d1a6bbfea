import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { type NewVideoFile, insertFiles } from './files/queries.ts'
import { videoSearchWords } from './queries.ts'
import { insertDraft } from './recording-queries.ts'
import { videos } from './schema.ts'
import { storageKey } from './files/video-files.ts'

type VideoColumns = Partial<Omit<typeof videos.$inferInsert, 'id' | 'creatorId'>>

/** Stores a ready video, a draft unless `columns` override it. Returns its id. */
export async function storeVideo(
  db: Executor,
  creatorId: string,
  columns: VideoColumns = {},
): Promise<string> {
  const { title = 'Market morning', description = null, category = 'Music', tags = [] } = columns
  const id = await insertDraft(db, {
    creatorId,
    title,
    description,
    category,
    isPublic: true,
    isPublished: false,
    wasPublished: false,
    hiddenAt: null,
    streamId: null,
    recordedFrom: null,
  })
  const isVisibleToAll = columns.isPublished === true && columns.isPublic !== false
  const publishedAt = isVisibleToAll ? new Date() : null
  const search = videoSearchWords({ title, description, category, tags })
  await db
    .update(videos)
    .set({ state: 'ready', duration: 60, publishedAt, search, ...columns })
    .where(eq(videos.id, id))
  return id
}

type TestFile = Omit<NewVideoFile, 'videoId' | 'key' | 'size'>

/** Adds files of ten bytes each to a video. */
export async function storeVideoFiles(
  { app, database }: Pick<TestApp, 'app' | 'database'>,
  videoId: string,
  files: readonly TestFile[],
): Promise<void> {
  const folder = path.join(app.context.config.dataDir, 'files')
  for (const file of files) {
    const key = storageKey(videoId, file.name)
    await mkdir(path.dirname(path.join(folder, key)), { recursive: true })
    await writeFile(path.join(folder, key), '0123456789')
    await insertFiles(database.db, [{ nodeId: app.context.nodeId, ...file, videoId, key, size: 10 }])
  }
}

/** Makes the scheduled publication of a video due now. Returns the time that it was enqueued for, null without one. */
export async function bringPublicationForward(db: Executor, videoId: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string }>(sql`
    update graphile_worker._private_jobs j set run_at = now()
    from graphile_worker._private_jobs planned
    where j.key = ${`videos.publish ${videoId}`} and planned.id = j.id
    returning planned.run_at as at`)
  const [row] = rows
  return row ? new Date(row.at) : null
}

import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'
import { videos } from '#server/features/videos/schema.ts'
import { type RecordingRow, recordings } from './schema.ts'

/** The columns that decide whether a stream is recorded, and the metadata for its video. */
const STREAM_COLUMNS = {
  id: streams.id,
  streamerId: streams.streamerId,
  title: streams.title,
  description: streams.description,
  category: streams.category,
  thumbnailUrl: streams.thumbnailUrl,
  isLive: streams.isLive,
  isPublic: streams.isPublic,
  recordStream: streams.recordStream,
  startedAt: streams.startedAt,
  endedAt: streams.endedAt,
}

export async function findRecordedStream(db: Executor, id: string) {
  const [row] = await db.select(STREAM_COLUMNS).from(streams).where(eq(streams.id, id))
  return row
}

export type RecordedStream = NonNullable<Awaited<ReturnType<typeof findRecordedStream>>>

/** Returns live streams with `recordStream`, and streams with a running recording. */
export async function listStreamsToReconcile(db: Executor): Promise<string[]> {
  const toRecord = await db
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.isLive, true), eq(streams.recordStream, true)))
  const running = await db
    .select({ id: recordings.streamId })
    .from(recordings)
    .where(and(eq(recordings.state, 'recording'), isNotNull(recordings.streamId)))
  return [...new Set([...toRecord, ...running].flatMap(({ id }) => id ?? []))]
}

export async function findRunning(db: Executor, streamId: string): Promise<RecordingRow | undefined> {
  const [row] = await db
    .select()
    .from(recordings)
    .where(and(eq(recordings.streamId, streamId), eq(recordings.state, 'recording')))
  return row
}

/** Inserts the recording of a broadcast, or returns the running one. */
export async function insertRecording(
  db: Executor,
  streamId: string,
  startedAt: Date,
): Promise<RecordingRow> {
  const [row] = await db.insert(recordings).values({ streamId, startedAt }).onConflictDoNothing().returning()
  const found = row ?? (await findRunning(db, streamId))
  if (!found) throw new Error('a recording was not stored')
  return found
}

/** Called when the broadcast has ended. */
export async function markRecordingEnded(db: Executor, id: string, endedAt: Date): Promise<void> {
  await db.update(recordings).set({ state: 'ended', endedAt }).where(eq(recordings.id, id))
}

export async function markRecordingFailed(db: Executor, id: string): Promise<void> {
  await db.update(recordings).set({ state: 'failed' }).where(eq(recordings.id, id))
}

/** Sets the draft video. Returns false if there is one already or the recording does not exist. */
export async function setVideo(db: Executor, id: string, videoId: string): Promise<boolean> {
  const rows = await db
    .update(recordings)
    .set({ videoId })
    .where(and(eq(recordings.id, id), isNull(recordings.videoId)))
    .returning({ id: recordings.id })
  return rows.length > 0
}

/** Returns the recordings of ended broadcasts and deleted streams. */
export function listToAssemble(db: Executor): Promise<RecordingRow[]> {
  const hasEnded = or(ne(recordings.state, 'recording'), isNull(recordings.streamId))
  return db.select().from(recordings).where(hasEnded).orderBy(recordings.id)
}

/** Returns the video's creator, for recordings of deleted streams. */
export async function findVideoCreator(db: Executor, videoId: string): Promise<string | undefined> {
  const [row] = await db.select({ creatorId: videos.creatorId }).from(videos).where(eq(videos.id, videoId))
  return row?.creatorId
}

export async function findRecording(db: Executor, id: string): Promise<RecordingRow | undefined> {
  const [row] = await db.select().from(recordings).where(eq(recordings.id, id))
  return row
}

export async function deleteRecording(db: Db | Executor, id: string): Promise<void> {
  await db.delete(recordings).where(eq(recordings.id, id))
}

export async function listRecordingIds(db: Executor): Promise<string[]> {
  const rows = await db.select({ id: recordings.id }).from(recordings)
  return rows.map(({ id }) => id)
}

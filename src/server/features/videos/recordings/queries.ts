import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { isTimedOut } from '#server/features/accounts/users/timed-out-queries.ts'
import { type BroadcastRecording, broadcasts, streams } from '#server/features/live/streams/schema.ts'
import { MAX_PRIORITY, recentStartsOf } from '#server/features/videos/videos/processing/queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import { type RecordingRow, recordings } from './schema.ts'

/** Returns the columns that decide whether a stream is recorded. `nodeId`: the owner of its broadcast. */
export async function findBroadcast(db: Executor, streamId: string) {
  const [row] = await db
    .select({
      isLive: streams.isLive,
      streamerId: streams.streamerId,
      recordStream: streams.recordStream,
      startedAt: streams.startedAt,
      endedAt: streams.endedAt,
      nodeId: broadcasts.nodeId,
    })
    .from(streams)
    .leftJoin(broadcasts, eq(broadcasts.streamId, streams.id))
    .where(eq(streams.id, streamId))
  return row
}

/**
 * Stores whether this node records its broadcast, or why not; returns whether that has changed. Has no effect on a stream
 * that is not live or that another node owns.
 */
export async function setBroadcastRecording(
  tx: Executor,
  { streamId, nodeId }: { streamId: string; nodeId: string },
  recording: BroadcastRecording | null,
): Promise<boolean> {
  const isOwn = and(eq(broadcasts.streamId, streamId), eq(broadcasts.nodeId, nodeId))
  const rows = await tx
    .update(broadcasts)
    .set({ recording })
    .where(and(isOwn, sql`${broadcasts.recording} is distinct from ${recording}`))
    .returning({ streamId: broadcasts.streamId })
  return rows.length > 0
}

/** Returns the recording of a running broadcast and the owner of its stream; undefined while it is not live. */
export async function findBroadcastRecording(db: Executor, streamId: string) {
  const [row] = await db
    .select({ recording: broadcasts.recording, streamerId: streams.streamerId })
    .from(broadcasts)
    .innerJoin(streams, eq(streams.id, broadcasts.streamId))
    .where(eq(broadcasts.streamId, streamId))
  return row
}

/** Returns a stream's metadata for its video, and locks the stream against deletion until the transaction ends. */
export async function lockRecordedStream(tx: Executor, id: string) {
  const [row] = await tx
    .select({
      id: streams.id,
      streamerId: streams.streamerId,
      title: streams.title,
      description: streams.description,
      category: streams.category,
      isPublic: streams.isPublic,
      publishRecording: streams.publishRecording,
      hiddenAt: streams.hiddenAt,
      wasPublic: streams.wasPublic,
      isTimedOut: isTimedOut(streams.streamerId),
    })
    .from(streams)
    .where(eq(streams.id, id))
    .for('key share')
  return row
}

export type RecordedStream = NonNullable<Awaited<ReturnType<typeof lockRecordedStream>>>

/** Returns this node's live streams with `recordStream`, and those of its running recordings. */
export async function listStreamsToReconcile(db: Executor, nodeId: string): Promise<string[]> {
  const toRecord = await db
    .select({ id: streams.id })
    .from(streams)
    .innerJoin(broadcasts, eq(broadcasts.streamId, streams.id))
    .where(and(eq(broadcasts.nodeId, nodeId), streams.isLive, streams.recordStream))
  const running = await db
    .select({ id: recordings.streamId })
    .from(recordings)
    .where(and(eq(recordings.nodeId, nodeId), eq(recordings.state, 'recording')))
  return [...new Set([...toRecord, ...running].flatMap(({ id }) => id ?? []))]
}

/** Returns this node's running recording of a stream. */
export async function findRunningRecording(
  db: Executor,
  streamId: string,
  nodeId: string,
): Promise<RecordingRow | undefined> {
  const [row] = await db
    .select()
    .from(recordings)
    .where(and(isRunning(streamId), eq(recordings.nodeId, nodeId)))
  return row
}

/** Returns the running recordings of a stream on all nodes. */
export function listRunningRecordings(db: Executor, streamId: string): Promise<RecordingRow[]> {
  return db.select().from(recordings).where(isRunning(streamId))
}

const isRunning = (streamId: string) =>
  and(eq(recordings.streamId, streamId), eq(recordings.state, 'recording'))

/** Inserts this node's recording of a broadcast, or returns the running one. */
export async function insertRecording(
  db: Executor,
  { streamId, nodeId, startedAt }: { streamId: string; nodeId: string; startedAt: Date },
): Promise<RecordingRow> {
  const [row] = await db
    .insert(recordings)
    .values({ streamId, nodeId, startedAt })
    .onConflictDoNothing()
    .returning()
  const found = row ?? (await findRunningRecording(db, streamId, nodeId))
  if (!found) throw new Error('a recording was not stored')
  return found
}

/** Assigns the recordings without a node to this node. */
export async function adoptRecordings(db: Executor, nodeId: string): Promise<void> {
  await db.update(recordings).set({ nodeId }).where(isNull(recordings.nodeId))
}

/** Marks a recording as ended and locks it. Returns undefined if it does not exist. */
export async function markRecordingEnded(
  tx: Executor,
  id: string,
  endedAt: Date,
): Promise<RecordingRow | undefined> {
  const [row] = await tx
    .update(recordings)
    .set({ state: 'ended', endedAt })
    .where(eq(recordings.id, id))
    .returning()
  return row
}

export async function markRecordingFailed(tx: Executor, id: string): Promise<void> {
  await tx.update(recordings).set({ state: 'failed' }).where(eq(recordings.id, id))
}

export async function setRecordingVideo(tx: Executor, id: string, videoId: string): Promise<void> {
  await tx.update(recordings).set({ videoId }).where(eq(recordings.id, id))
}

/** Returns this node's ended recordings that are not assembled yet, including failed ones. */
export function listEndedRecordings(db: Executor, nodeId: string): Promise<RecordingRow[]> {
  const isEnded = and(eq(recordings.nodeId, nodeId), ne(recordings.state, 'recording'))
  return db.select().from(recordings).where(isEnded).orderBy(recordings.id)
}

/** Returns the recordings on all nodes that belong to a video or a stream. */
export function listRecordingsOf(
  db: Executor,
  target: { videoId: string } | { streamId: string },
): Promise<RecordingRow[]> {
  const isOf =
    'videoId' in target ? eq(recordings.videoId, target.videoId) : eq(recordings.streamId, target.streamId)
  // Recordings are locked before their jobs, as `endRecording` does.
  return db.select().from(recordings).where(isOf).orderBy(recordings.id).for('update')
}

/** An ended recording and its draft video. */
export type EndedRecording = {
  id: string
  videoId: string
  creatorId: string
  /** Null if the stream was deleted. */
  streamId: string | null
}

/** Returns undefined if there is no such recording or it has no video. */
export async function findEndedRecording(db: Executor, id: string): Promise<EndedRecording | undefined> {
  const [row] = await db
    .select({
      id: recordings.id,
      videoId: videos.id,
      creatorId: videos.creatorId,
      streamId: recordings.streamId,
    })
    .from(recordings)
    .innerJoin(videos, eq(videos.id, recordings.videoId))
    .where(eq(recordings.id, id))
  return row
}

/**
 * Returns the queue priority of an assembly, 0 first: the number of the creator's other waiting recordings, or of the
 * creator's videos of the last minutes if that is higher. Without the latter, a creator of many short recordings would come
 * first each time.
 */
export async function assemblyPriorityOf(db: Executor, videoId: string): Promise<number> {
  const creator = sql`(select creator_id from videos where id = ${videoId})`
  const { rows } = await db.execute<{ rank: number }>(sql`
    select least(${MAX_PRIORITY}, greatest(
      (select count(*) from recordings join videos other on other.id = recordings.video_id
        where recordings.state = 'ended' and other.creator_id = ${creator} and other.id <> ${videoId}),
      ${recentStartsOf(creator)}
    ))::int as rank`)
  return rows[0]?.rank ?? 0
}

export async function deleteRecording(db: Executor, id: string): Promise<void> {
  await db.delete(recordings).where(eq(recordings.id, id))
}

export async function listRecordingIds(db: Executor): Promise<string[]> {
  const rows = await db.select({ id: recordings.id }).from(recordings)
  return rows.map(({ id }) => id)
}

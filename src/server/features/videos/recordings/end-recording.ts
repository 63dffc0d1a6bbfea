import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { publishVideoChanges } from '#server/features/videos/videos/video-changes.ts'
import { insertDraft } from '#server/features/videos/videos/recording-queries.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { assembleRecordingJob } from './assemble-job.ts'
import {
  type RecordedStream,
  assemblyPriorityOf,
  listRecordingsOf,
  listRunningRecordings,
  lockRecordedStream,
  markRecordingEnded,
  setRecordingVideo,
} from './queries.ts'
import type { RecordingRow } from './schema.ts'
import { videoCategoryOf } from './video-category.ts'

type Dependencies = Pick<Context, 'publish'>

/**
 * Ends a recording within a transaction: creates its draft video, and enqueues the assembly on the node that stores the parts.
 * Repeating it enqueues the assembly again.
 */
export async function endRecording(
  dependencies: Dependencies,
  tx: Executor,
  { id, streamId }: Pick<RecordingRow, 'id' | 'streamId'>,
  endedAt: Date,
): Promise<void> {
  // Locks the stream first, like its deletion, which locks the stream before its recordings.
  const stream = streamId === null ? undefined : await lockRecordedStream(tx, streamId)
  const recording = await markRecordingEnded(tx, id, endedAt)
  if (!recording) return
  const videoId =
    recording.videoId ?? (stream ? await createDraft(dependencies, tx, recording, stream) : null)
  await enqueueAssembly(tx, { ...recording, videoId })
}

/** Ends the recordings of a stream that run on other nodes. Called in the transaction that deletes the stream. */
export async function endRecordingsOf(
  dependencies: Dependencies,
  tx: Executor,
  streamId: string,
): Promise<void> {
  for (const recording of await listRunningRecordings(tx, streamId))
    await endRecording(dependencies, tx, recording, new Date())
}

/** Enqueues the removal of parts. Called in the transaction that deletes the video, or all videos of the stream. */
export async function enqueuePartsRemoval(
  tx: Executor,
  target: { videoId: string } | { streamId: string },
): Promise<void> {
  for (const recording of await listRecordingsOf(tx, target)) await enqueueAssembly(tx, recording)
}

/**
 * Enqueues the assembly of a failed recording again; its parts are still stored. Returns false if the video has no
 * recording.
 */
export async function retryAssembly(tx: Executor, videoId: string): Promise<boolean> {
  const [recording] = await listRecordingsOf(tx, { videoId })
  if (!recording) return false
  await markRecordingEnded(tx, recording.id, recording.endedAt ?? new Date())
  await enqueueAssembly(tx, recording)
  return true
}

/** Returns the id of the draft video. */
async function createDraft(
  dependencies: Dependencies,
  tx: Executor,
  recording: RecordingRow,
  stream: RecordedStream,
): Promise<string> {
  const { title, description, publishRecording, streamerId, hiddenAt, isTimedOut } = stream
  const videoId = await insertDraft(tx, {
    creatorId: streamerId,
    title,
    description,
    // The video of a removed stream is hidden, and is restored with the stream.
    isPublic: hiddenAt ? stream.wasPublic : stream.isPublic,
    isPublished: publishRecording && !hiddenAt && !isTimedOut,
    wasPublished: publishRecording,
    hiddenAt,
    category: videoCategoryOf(stream.category),
    streamId: stream.id,
    recordedFrom: recording.startedAt,
  })
  await setRecordingVideo(tx, recording.id, videoId)
  publishVideoChanges(dependencies, tx, streamerId, [videoId])
  return videoId
}

/** A creator's second recording waits for the first ones of all other creators, as with videos. */
async function enqueueAssembly(
  tx: Executor,
  { id, nodeId, videoId }: Pick<RecordingRow, 'id' | 'nodeId' | 'videoId'>,
): Promise<void> {
  // The first app to start adopts a recording without a node, and ends it again.
  if (nodeId === null) return
  const priority = videoId === null ? 0 : await assemblyPriorityOf(tx, videoId)
  await enqueueOnNode(tx, nodeId, assembleRecordingJob, { recordingId: id, videoId }, { key: id, priority })
}

import type { WorkerContext } from '#server/feature.ts'
import { streamDeleted, streamHidden, streamRestored } from '#server/features/live/streams/events.ts'
import { lockVideosOfStream } from '#server/features/videos/videos/creator/queries.ts'
import { removeVideosOfStream } from '#server/features/videos/videos/creator/remove-video.ts'
import { videoDeleted } from '#server/features/videos/videos/events.ts'
import { hideVideo, restoreVideo } from '#server/features/videos/videos/hide-video.ts'
import { endRecordingsOf, enqueuePartsRemoval } from './end-recording.ts'

/** Ends, hides and restores the recordings of a stream with it, and deletes the parts of a deleted video. */
export function listenToStreamsAndVideos(
  dependencies: Pick<WorkerContext, 'events' | 'nodeId' | 'publish'>,
): void {
  const { events } = dependencies
  events.within(streamDeleted, async (tx, { streamId, streamerId: creatorId, withRecordings }) => {
    // As the processing of a video does, whose foreign key is checked again: two transactions cannot deadlock.
    await lockVideosOfStream(tx, streamId, creatorId)
    await endRecordingsOf(dependencies, tx, streamId)
    if (!withRecordings) return
    await removeVideosOfStream(dependencies, tx, { streamId, creatorId })
    // Of recordings that have no video yet.
    await enqueuePartsRemoval(tx, { streamId })
  })
  events.within(streamHidden, async (tx, { streamId, hiddenAt }) => {
    await hideVideo(dependencies, tx, { streamId }, hiddenAt)
  })
  events.within(streamRestored, async (tx, stream) => {
    await restoreVideo(dependencies, tx, stream)
  })
  events.within(videoDeleted, (tx, event) => enqueuePartsRemoval(tx, event))
}

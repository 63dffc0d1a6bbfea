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
    // The same order of locks as in the processing of a video, which checks its foreign key again: no deadlock.
    await lockVideosOfStream(tx, streamId, creatorId)
    await endRecordingsOf(dependencies, tx, streamId)
    if (!withRecordings) return
    await removeVideosOfStream(dependencies, tx, { streamId, creatorId })
    // Recordings without a video are not part of `removeVideosOfStream`.
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

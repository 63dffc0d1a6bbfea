import { afterCommit } from '#server/db/after-commit.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import type { Context } from '#server/feature.ts'
import {
  streamDeleted,
  streamDeletionRequested,
  streamHidden,
  streamRestored,
} from '#server/features/live/streams/events.ts'
import { lockVideosOfStream } from '#server/features/videos/videos/creator/queries.ts'
import { removeVideosOfStream } from '#server/features/videos/videos/creator/remove-video.ts'
import { videoDeleted } from '#server/features/videos/videos/events.ts'
import type { VideoFileCache } from '#server/features/videos/videos/files/video-file-cache.ts'
import { hideVideo, restoreVideo } from '#server/features/videos/videos/hide-video.ts'
import { endRecordingsOf, removePartsOf } from './end-recording.ts'
import type { Recordings } from './recordings.ts'

/** A worker records nothing itself, and has no cache of files. */
type Dependencies = Pick<Context, 'events' | 'nodeId' | 'publish'> & {
  recordings?: Pick<Recordings, 'reconcileAndWait'> | undefined
  fileCache?: VideoFileCache | undefined
}

/** Ends, hides and restores the recordings of a stream with it, and deletes the parts of a deleted video. */
export function listenToStreamsAndVideos(events: EventBus, dependencies: Dependencies): void {
  const { fileCache, recordings } = dependencies
  events.within(streamDeletionRequested, async (_db, { streamId }) => {
    await recordings?.reconcileAndWait(streamId)
  })
  events.within(streamDeleted, async (tx, { streamId, streamerId: creatorId, withRecordings }) => {
    // As the processing of a video does, whose foreign key is checked again: two transactions cannot deadlock.
    await lockVideosOfStream(tx, streamId, creatorId)
    await endRecordingsOf(dependencies, tx, streamId)
    if (!withRecordings) return
    const { ids } = await removeVideosOfStream(dependencies, tx, { streamId, creatorId })
    // Of recordings that have no video yet.
    await removePartsOf(tx, { streamId })
    afterCommit(tx, () => ids.forEach((id) => fileCache?.invalidate(id)))
  })
  events.within(streamHidden, async (tx, { streamId, hiddenAt }) => {
    await hideVideo(dependencies, tx, { streamId }, hiddenAt)
  })
  events.within(streamRestored, async (tx, stream) => {
    await restoreVideo(dependencies, tx, stream)
  })
  events.within(videoDeleted, (tx, of) => removePartsOf(tx, of))
}

import type { ReportSubject } from '#shared/operations/reports.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { purgeMessage } from '#server/features/live/chat/report-queries.ts'
import { purgeComment } from '#server/features/community/comments/hidden-queries.ts'
import { deleteFilesJob } from '#server/features/media/media/delete-files-job.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { releaseMedia } from '#server/features/media/media/queries.ts'
import { deletePost } from '#server/features/community/posts/queries.ts'
import { deleteStreamWithin } from '#server/features/live/streams/delete-stream.ts'
import { findStoredStream } from '#server/features/live/streams/hidden-queries.ts'
import { removeVideoWithin } from '#server/features/videos/videos/creator/remove-video.ts'
import { findStoredVideo } from '#server/features/videos/videos/hidden-queries.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { findFiles } from './media-queries.ts'

export type PurgeDependencies = Pick<Context, 'events' | 'nodeId' | 'publish'> & { media: MediaStore }

/** Deletes hidden content with its media; jobs delete the files after the commit. Hiding has withdrawn its notifications. */
export async function purge(
  tx: Executor,
  dependencies: PurgeDependencies,
  subjectType: ReportSubject,
  id: string,
): Promise<void> {
  switch (subjectType) {
    case 'post': {
      const mediaUrl = await deletePost(tx, id)
      return releaseMedia(tx, mediaUrl === null ? [] : [mediaUrl])
    }
    case 'comment':
      return purgeComment(tx, id)
    case 'message':
      return purgeMessage(tx, id)
    case 'video': {
      const video = await findStoredVideo(tx, id)
      if (video) await removeVideoWithin(dependencies, tx, video)
      return undefined
    }
    case 'stream':
      return purgeStream(tx, dependencies, id)
    case 'user':
      return undefined
    default:
      return subjectType satisfies never
  }
}

async function purgeStream(tx: Executor, dependencies: PurgeDependencies, streamId: string): Promise<void> {
  const stream = await findStoredStream(tx, streamId)
  if (!stream) return
  const thumbnail = await findFiles(tx, { subjectType: 'stream', subjectId: streamId })
  await deleteStreamWithin(dependencies, tx, { ...stream, withRecordings: true })
  if (thumbnail)
    await enqueueOnNode(tx, thumbnail.nodeId ?? dependencies.nodeId, deleteFilesJob, {
      keys: thumbnail.files,
    })
}

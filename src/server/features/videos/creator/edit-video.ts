import type { BodyOf } from '#shared/endpoint.ts'
import type { updateVideo as updateVideoCall } from '#shared/creator-videos.ts'
import { retryAssembly } from '#server/features/recordings/end-recording.ts'
import { conflict } from '#server/http/errors.ts'
import { type ChangeDependencies, type OwnVideo, changeVideo } from './change-video.ts'
import { changeThumbnail } from './change-thumbnail.ts'
import { enqueueProcessing } from '../processing/jobs.ts'

/** Changes what the creator has entered. Throws 422 at `thumbnailUrl` when it is not an unused upload of the creator. */
export async function updateVideo(
  dependencies: ChangeDependencies,
  own: OwnVideo,
  { thumbnailUrl, thumbnailAt, ...details }: BodyOf<typeof updateVideoCall>,
): Promise<void> {
  await changeVideo(dependencies.db, own, async (tx, locked) => ({
    ...details,
    ...(details.description === '' && { description: null }),
    ...(await changeThumbnail(tx, dependencies, locked, { thumbnailUrl, thumbnailAt })),
  }))
}

/** Publishes a draft. */
export async function publishVideo({ db }: ChangeDependencies, own: OwnVideo): Promise<void> {
  await changeVideo(db, own, () => ({ isPublished: true }))
}

/** Enqueues the processing of a failed video again. Throws 409 for a video in another state. */
export async function retryVideo({ db, nodeId }: ChangeDependencies, own: OwnVideo): Promise<void> {
  await changeVideo(db, own, async (tx, { video, files }) => {
    if (video.state !== 'failed') throw conflict('conflict', 'videos.notFailed')
    if (files.some(({ kind }) => kind === 'original'))
      await enqueueProcessing(tx, { nodeId, videoId: video.id })
    else if (!(await retryAssembly(tx, video.id))) throw conflict('conflict', 'videos.nothingToRetry')
    return { state: 'processing', progress: 0, failure: null }
  })
}

import type { BodyOf } from '#shared/endpoint.ts'
import type { updateVideo as updateVideoCall } from '#shared/videos/creator-videos.ts'
import { defineExtensionPoint } from '#server/services.ts'
import { refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import type { Executor } from '#server/db/executor.ts'
import { conflict } from '#server/http/errors.ts'
import { nodeOfOriginal } from '../files/video-files.ts'
import { enqueueProcessing } from '../processing/jobs.ts'
import { enqueuePublication } from '../scheduled-publication.ts'
import type { VideoRow } from '../schema.ts'
import { type ChangeDependencies, type OwnVideo, changeVideo } from './change-video.ts'
import { changeThumbnail } from './change-thumbnail.ts'
import { choosePublishAt } from './schedule-publication.ts'
import { textsOf } from './create-video.ts'

/**
 * Changes what the creator has entered. Throws 422 at `thumbnailUrl` when it is not an unused upload of the creator,
 * 422 and 403 for a time of publication as in the contract.
 */
export async function updateVideo(
  dependencies: ChangeDependencies,
  own: OwnVideo,
  { thumbnailUrl, thumbnailAt, publishAt, ...details }: BodyOf<typeof updateVideoCall>,
): Promise<void> {
  await changeVideo(dependencies, own, async (tx, locked) => {
    refuseSiteWords(dependencies.settings, textsOf(details), locked.video)
    return {
      ...details,
      ...(details.description === '' && { description: null }),
      ...(await changeThumbnail(tx, dependencies, locked, { thumbnailUrl, thumbnailAt })),
      publishAt: await changePublishAt(
        tx,
        { ...locked.video, ...details },
        locked.video.publishAt,
        publishAt,
      ),
    }
  })
}

async function changePublishAt(
  tx: Executor,
  video: VideoRow,
  previous: Date | null,
  publishAt: string | null | undefined,
): Promise<Date | null> {
  const time = await choosePublishAt(tx, { ...video, previous, publishAt })
  if (time && time !== previous) await enqueuePublication(tx, video.id, time)
  return time
}

/** Publishes a draft; cancels its publication at a later time. */
export async function publishVideo(dependencies: ChangeDependencies, own: OwnVideo): Promise<void> {
  await changeVideo(dependencies, own, () => ({ isPublished: true, publishAt: null }))
}

/** Enqueues that the file of a video is made again; resolves to false if the video is not made so. */
type Repair = (tx: Executor, videoId: string) => Promise<boolean>

/** The ways in which higher features make the files of videos. */
export const videoRepairs = defineExtensionPoint<unknown, Repair>('repairs of videos')

/**
 * Enqueues the processing of a failed video again; one of the repairs does so for a video whose file was never made. Throws
 * 409 for a video in another state.
 */
export async function retryVideo(
  dependencies: ChangeDependencies,
  own: OwnVideo,
  repairs: readonly Repair[],
): Promise<void> {
  const { nodeId } = dependencies
  await changeVideo(dependencies, own, async (tx, { video, files }) => {
    if (video.state !== 'failed') throw conflict('conflict', 'videos.notFailed')
    if (files.some(({ kind }) => kind === 'original'))
      await enqueueProcessing(tx, { nodeId: nodeOfOriginal(files, nodeId), videoId: video.id })
    else if (!(await repair(tx, video.id, repairs))) throw conflict('conflict', 'videos.nothingToRetry')
    return { state: 'processing', progress: 0, failure: null }
  })
}

async function repair(tx: Executor, videoId: string, repairs: readonly Repair[]): Promise<boolean> {
  for (const each of repairs) if (await each(tx, videoId)) return true
  return false
}

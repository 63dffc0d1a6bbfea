import type { Executor } from '#server/db/executor.ts'
import type { ChangeDependencies } from './change-video.ts'
import { claimThumbnail } from './claim-uploads.ts'
import type { LockedVideo, VideoChanges } from './queries.ts'
import { discardFiles } from '../files/discard-files.ts'
import { enqueuePoster } from '../processing/jobs.ts'
import { deleteFileRows, insertFiles } from '../files/queries.ts'
import type { VideoFileRow } from '../schema.ts'
import { nodeOfOriginal, presentThumbnail } from '../files/video-files.ts'

/** As in the contract; an absent value stays unchanged. */
type ThumbnailChange = { thumbnailUrl: string | null | undefined; thumbnailAt: number | null | undefined }

/**
 * Replaces the thumbnail of a locked video by an upload, or by a frame, which a job renders. The URL of the current thumbnail
 * has no effect. Throws 422 for any other URL that is not an unused upload of the creator.
 */
export async function changeThumbnail(
  tx: Executor,
  { nodeId, storage }: ChangeDependencies,
  { video, files }: LockedVideo,
  { thumbnailUrl, thumbnailAt }: ThumbnailChange,
): Promise<Pick<VideoChanges, 'posterAt'>> {
  const posters = files.filter(({ kind }) => kind === 'poster')
  const uploaded = posters.filter(({ uploadId }) => uploadId !== null)
  const remove = async (removed: readonly VideoFileRow[]) => {
    if (removed.length === 0) return
    await deleteFileRows(tx, video.id, removed)
    await discardFiles(tx, nodeId, removed)
  }
  if (thumbnailUrl) {
    if (thumbnailUrl === presentThumbnail(video, files)) return {}
    const claimed = await claimThumbnail(tx, storage, { ownerId: video.creatorId, url: thumbnailUrl })
    await remove(posters)
    await insertFiles(
      tx,
      claimed.map((file) => ({ ...file, videoId: video.id })),
    )
    return { posterAt: null }
  }
  const posterAt = thumbnailAt ?? null
  const isUploadKept = uploaded.length > 0 && thumbnailUrl === undefined && posterAt === null
  const isFrameKept = uploaded.length === 0 && (thumbnailAt === undefined || posterAt === video.posterAt)
  if (isUploadKept || isFrameKept) return {}
  // A rendered poster stays until the job replaces it.
  await remove(uploaded)
  await enqueuePoster(tx, { nodeId: nodeOfOriginal(files, nodeId), videoId: video.id })
  return { posterAt }
}
